/// What a completed commit has survived.
public enum Durability: Sendable {
  /// A power cut: the write-ahead log is synced before a commit completes.
  case full
  /// The end of the process by `kill -9` or a crash; a power cut may take the latest commits, and
  /// never damages the store.
  case normal
  /// Nothing for certain: the file is written when the kernel likes.
  case none

  /// SQLite's word for it (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
  var synchronous: StaticString {
    switch self {
    case .full: "PRAGMA synchronous = FULL"
    case .normal: "PRAGMA synchronous = NORMAL"
    case .none: "PRAGMA synchronous = OFF"
    }
  }
}
