import CSystemd

/// The process's heap.
public enum Heap {
  /// Gives free pages back to the system (malloc_trim(3)); for after work that took much for a short time.
  public static func trim() { navd_trim_heap() }
}
