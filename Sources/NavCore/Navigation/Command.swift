public import JSON

/// One change of the navigation state, or a call.
public enum Command: Hashable, Sendable {
  /// The whole state is this.
  case reset(NavigationState)
  /// The selected tab is this.
  case selectTab(Text)
  /// An entry on top of a stack.
  case push(tab: Text, Entry)
  /// An entry in place of the top of a stack.
  case replace(tab: Text, Entry)
  /// So many entries off a stack.
  case pop(tab: Text, count: Int)
  /// Entries off a stack until the one of the key is its top.
  case popTo(tab: Text, key: UInt64)
  /// An entry on top of the modals.
  case present(Entry)
  /// The modal of the key, and all above it, are gone.
  case dismiss(UInt64)
  /// The entry of the key is gone.
  case remove(UInt64)
  /// The entry's params are these.
  case update(UInt64, Params)
  /// The front end calls a method on an entry.
  case call(UInt64, Text)
  /// A notice, put last; one of an equal id is replaced.
  indirect case notice(Notice)
  /// The notice of the id is gone.
  case clearNotice(UInt64)
  /// The visit ends at this time (Unix milliseconds), or there is none.
  case visit(Int64?)
}
