public import JSON

/// Where a request goes: a screen, its params, and the methods to call.
public struct Destination: Sendable, Equatable {
  /// Index of the screen in its manifest.
  public var screen: Int
  /// Its params, in the order of their declaration.
  public var params: Params
  /// The methods to call on it, in order; all of them declared.
  public var calls: [Text]

  /// Makes a destination.
  public init(screen: Int, params: Params, calls: [Text] = []) {
    (self.screen, self.params, self.calls) = (screen, params, calls)
  }
}

/// The limits of a navigation state, each with its reason.
public enum NavigationLimits {
  /// Entries of a stack: more than anybody goes back through, few enough for one snapshot line.
  public static let stackDepth = 64
  /// Modals: each covers the one below, so depth is a mistake long before.
  public static let modalDepth = 16
  /// Notices: what a person still reads.
  public static let notices = 50
  /// Bytes of a state, so that a snapshot with its calls fits one server line.
  public static let stateBytes = 192 * 1024
}
