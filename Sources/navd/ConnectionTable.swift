import NavProtocol

/// All connections by their ids, and how many each uid has.
///
/// An id is a slot and a generation, so that what is still under way for a closed connection never
/// reaches the next one in its slot.
struct ConnectionTable {
  private var slots: [Connection?] = []
  private var generations: [Int32] = []
  private var free: [Int32] = []
  private var perUser: [UInt32: Int] = [:]
  /// How many there are.
  private(set) var count = 0

  private static let slotBits: Int32 = 13

  /// The connection of an id; nil where it is closed.
  subscript(id: Int32) -> Connection? {
    let slot = Int(id & (1 << ConnectionTable.slotBits - 1))
    guard slot < slots.count, let connection = slots[slot], connection.id == id else { return nil }
    return connection
  }

  /// The connections of a uid.
  func count(of uid: UInt32) -> Int { perUser[uid] ?? 0 }

  /// An id for a new connection; nil where all slots are taken.
  mutating func newID() -> Int32? {
    let slot: Int32
    if let last = free.popLast() {
      slot = last
    } else {
      guard slots.count < 1 << ConnectionTable.slotBits else { return nil }
      slot = Int32(slots.count)
      slots.append(nil)
      generations.append(0)
    }
    let generation = (generations[Int(slot)] &+ 1) & 0x3_FFFF
    generations[Int(slot)] = generation
    return generation << ConnectionTable.slotBits | slot
  }

  /// Puts a connection under the id that was made for it.
  mutating func insert(_ connection: Connection) {
    slots[Int(connection.id & (1 << ConnectionTable.slotBits - 1))] = connection
    perUser[connection.peer.uid, default: 0] += 1
    count += 1
  }

  /// Forgets a connection.
  mutating func remove(_ connection: Connection) {
    let slot = connection.id & (1 << ConnectionTable.slotBits - 1)
    guard slots[Int(slot)] === connection else { return }
    slots[Int(slot)] = nil
    free.append(slot)
    count -= 1
    let left = count(of: connection.peer.uid) - 1
    perUser[connection.peer.uid] = left > 0 ? left : nil
  }

  /// All connections, in the order of their slots.
  var all: [Connection] { slots.compactMap { $0 } }
}
