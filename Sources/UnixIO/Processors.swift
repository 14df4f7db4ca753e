import Glibc

/// The machine's processors.
public enum Processors {
  /// How many are at work (sysconf(3)); 1 where that cannot be told.
  public static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
