/// Who pays for how many bytes of what is stored.
///
/// Sessions share it with the server, so that an ack can give back what it ends. Every charge has an owner
/// that gives it back: an event when it is acked or forgotten, what is held or noticed when it is gone, a key
/// when it ends.
final class StoredBytes {
  /// The uid of what nobody pays for; no process has it.
  static let nobody = UInt32.max

  private var places: [UInt32: Int] = [:]
  private var accounts: [(uid: UInt32, bytes: Int)] = []
  /// The place that was looked up last: requests come in runs of one sender.
  private var last = 0

  /// Bytes of a uid.
  func of(_ uid: UInt32) -> Int { places[uid].map { accounts[$0].bytes } ?? 0 }

  /// Takes more, or gives back with a negative number.
  func charge(_ uid: UInt32, _ bytes: Int) {
    guard uid != StoredBytes.nobody, bytes != 0 else { return }
    if last < accounts.count, accounts[last].uid == uid {
      accounts[last].bytes &+= bytes
    } else if let place = places[uid] {
      last = place
      accounts[place].bytes &+= bytes
    } else {
      last = accounts.count
      places[uid] = last
      accounts.append((uid, bytes))
    }
    if accounts[last].bytes == 0 { close(last) }
  }

  private func close(_ place: Int) {
    places[accounts[place].uid] = nil
    let moved = accounts.removeLast()
    guard place < accounts.count else { return }
    accounts[place] = moved
    places[moved.uid] = place
  }

  /// All uids that pay for something.
  var uids: [UInt32] { accounts.map(\.uid) }
}
