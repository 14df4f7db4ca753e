import Glibc

/// Users and groups by name, and who this process is (getpwnam(3), getgrnam(3)).
public enum Accounts {
  /// The effective uid of this process.
  public static var effectiveUser: UInt32 { geteuid() }

  /// The uid of a user name; nil where there is none.
  public static func user(_ name: String) -> UInt32? {
    guard let entry = unsafe getpwnam(name) else { return nil }
    return unsafe entry.pointee.pw_uid
  }

  /// The name and home of a uid; nil where the user database has none.
  public static func account(of uid: UInt32) -> (name: String, home: String)? {
    guard let entry = unsafe getpwuid(uid), let name = unsafe entry.pointee.pw_name else {
      return nil
    }
    let home = unsafe entry.pointee.pw_dir.map { unsafe String(cString: $0) } ?? "/"
    return (unsafe String(cString: name), home)
  }

  /// The gid of a group name; nil where there is none.
  public static func group(_ name: String) -> UInt32? {
    guard let entry = unsafe getgrnam(name) else { return nil }
    return unsafe entry.pointee.gr_gid
  }
}

/// The environment of this process.
public enum Environment {
  /// The value of a variable; nil where it is unset or empty.
  public static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
