public import JSON

/// Where the user is: the selected tab, a stack of entries per tab, modals and notices.
///
/// A value of it is the same on both sides of the socket: the server's, and the replica that a
/// front end keeps by ``apply(_:)``.
public struct NavigationState: Hashable, Sendable {
  /// The stack of a tab, its root first; never empty.
  public struct Stack: Hashable, Sendable {
    /// The tab's name.
    public var tab: Text
    /// The entries, root first.
    public var entries: [Entry]
    /// Makes a stack.
    public init(tab: Text, entries: [Entry]) { (self.tab, self.entries) = (tab, entries) }
  }

  /// The selected tab.
  public var tab: Text
  /// The stacks, in the order of the tabs.
  public var stacks: [Stack]
  /// The modals, the lowest first.
  public var modals: [Entry] = []
  /// The notices, the oldest first.
  public var notices: [Notice] = []
  /// When the present visit ends, in Unix seconds with three decimals as milliseconds; nil: no visit.
  public var visitUntil: Int64?

  /// Makes a state.
  public init(tab: Text, stacks: [Stack]) { (self.tab, self.stacks) = (tab, stacks) }

  /// The position of a tab's stack.
  public func stackIndex(_ tab: Text) -> Int? { stacks.firstIndex { $0.tab == tab } }

  /// The entry of a key, wherever it is.
  public func entry(_ key: UInt64) -> Entry? {
    for stack in stacks {
      if let found = stack.entries.first(where: { $0.key == key }) { return found }
    }
    return modals.first { $0.key == key }
  }
}
