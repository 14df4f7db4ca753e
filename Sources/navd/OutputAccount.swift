/// How much output waits, of each uid and in all.
struct OutputAccount {
  private var perUser: [UInt32: Int] = [:]
  /// Bytes in all.
  private(set) var total = 0

  /// Bytes of a uid.
  func bytes(of uid: UInt32) -> Int { perUser[uid] ?? 0 }

  /// Takes a change of one connection's queue into account.
  mutating func change(_ uid: UInt32, by bytes: Int) {
    guard bytes != 0 else { return }
    total += bytes
    let sum = self.bytes(of: uid) + bytes
    perUser[uid] = sum > 0 ? sum : nil
  }
}
