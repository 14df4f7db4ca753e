import JSON

/// The members of an object whose names navd knows, found in one walk.
///
/// Members that are null count as absent.
struct PayloadMembers: ~Copyable {
  /// The object.
  let node: Node
  /// How many members it has, with those that are null.
  private(set) var count = 0
  /// Whether it has a name without which it is of no system.
  private(set) var isMarked = false
  /// Whether it has a name that only the notification of a web page has.
  private(set) var hasPageHint = false
  /// The first member that has a name of FCM's own.
  private(set) var ofFCM: Node?
  /// The first member that has a name which marks JPush.
  private(set) var ofJPush: Node?
  private var values = InlineArray<128, UInt32>(repeating: 0)
  /// What the first names are.
  private var known = InlineArray<32, PayloadName>(repeating: .unknown)

  @inline(__always) init(_ json: borrowing Document, _ node: Node) {
    self.node = node
    find(json)
  }

  private mutating func find(_ json: borrowing Document) {
    json.members(node) { name, value in
      let known = PayloadName(name)
      if count < 32 { self.known[count] = known }
      count &+= 1
      guard known != .unknown, json.kind(value) != .null else { return }
      values[Int(known.rawValue)] = value.rawValue
      if known.isMark {
        isMarked = true
        if known.isOfFCM {
          if ofFCM == nil { ofFCM = value }
        } else if known.marksJPush {
          if ofJPush == nil { ofJPush = value }
        }
      } else if known == .pageHint || known == .icon {
        hasPageHint = true
      }
    }
  }

  /// The member of a name; nil where there is none.
  @inline(__always) subscript(_ name: PayloadName) -> Node? {
    let value = values[Int(name.rawValue & 127)]
    return value == 0 ? nil : Node(rawValue: value)
  }

  /// Shows all members, with what their names are, but for those that are null.
  @inline(__always) func forEach(
    _ json: borrowing Document, _ body: (borrowing Name, Node, PayloadName) -> Void
  ) {
    var position = 0
    json.members(node) { name, value in
      let known = position < 32 ? self.known[position] : PayloadName(name)
      position &+= 1
      if json.kind(value) != .null { body(name, value, known) }
    }
  }

  /// Whether there is a member of a name.
  @inline(__always) func has(_ name: PayloadName) -> Bool { values[Int(name.rawValue & 127)] != 0 }
}
