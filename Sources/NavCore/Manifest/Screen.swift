public import JSON

/// One place in an app; changed by the loader only, before anybody else has it.
public final class Screen: @unchecked Sendable {
  /// Which stack a screen goes to.
  public enum Placement: Sendable, Equatable {
    /// The tab of this index.
    case tab(Int)
    /// The selected tab.
    case current
  }

  /// How a screen is shown.
  public enum Presentation: Sendable, Equatable {
    /// On top of its stack.
    case push
    /// In place of the top of its stack.
    case replace
    /// On top of the modals.
    case modal
    /// As the only entry of its stack.
    case root
    /// As the root screen of the tab of this index: the tab is selected, its stack popped to the root.
    case tabRoot(Int)
  }

  /// When the same place is used again instead of a new entry.
  public enum Reuse: Sendable, Equatable {
    /// Where it is on top.
    case top
    /// Wherever it is in the stack.
    case stack
    /// Never.
    case never
  }

  /// What a payload that was not tapped does.
  public enum ReceivedPolicy: Sendable, Equatable {
    /// It becomes a notice.
    case notice
    /// It navigates at once.
    case navigate
    /// Nothing.
    case ignore
  }

  /// The screen's name.
  public internal(set) var name: Text
  /// Other names that a payload may use.
  public internal(set) var aliases: [Text] = []
  /// Its params, in the file's order.
  public internal(set) var params: [Param] = []
  /// Indices of the params that make two entries the same place.
  public internal(set) var identity: [Int] = []
  /// What `call` may name.
  public internal(set) var methods: [Text] = []
  /// The links that open it.
  public internal(set) var links: [LinkPattern] = []
  /// The payload rules that open it.
  public internal(set) var rules: [Rule] = []
  /// Which stack it goes to, defaults applied.
  public internal(set) var placement: Placement = .current
  /// Index of the screen under it; nil: the tab's root is.
  public internal(set) var parent: Int?
  /// How it is shown, defaults applied.
  public internal(set) var present: Presentation = .push
  /// When the same place is used again.
  public internal(set) var reuse: Reuse = .top
  /// What a payload that was not tapped does.
  public internal(set) var onReceived: ReceivedPolicy = .notice
  /// Indices into the manifest's conditions that must hold.
  public internal(set) var requires: [Int] = []
  /// Index of the screen to show while they do not.
  public internal(set) var otherwise: Int?
  /// Whether an undeclared param refuses the request instead of being dropped.
  public internal(set) var rejectsUnknownParams = false
  /// Milliseconds after which a visit ends by itself.
  public internal(set) var stay: Int64?
  /// Who may open it.
  public internal(set) var origins: OriginSet = .all

  /// Makes a screen with the defaults of the format.
  public init(name: Text) { self.name = name }

  /// The param of a name.
  public func param(named name: Text) -> Int? { params.firstIndex { $0.name == name } }
}

/// Who opens something, as well-meaning senders say.
public struct OriginSet: OptionSet, Sendable, Hashable, BitwiseCopyable {
  /// A bit for each origin.
  public var rawValue: UInt8
  /// Makes a set of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A push payload.
  public static let push = OriginSet(rawValue: 1)
  /// A link from outside.
  public static let link = OriginSet(rawValue: 2)
  /// A link of page content.
  public static let web = OriginSet(rawValue: 4)
  /// The command line, when it says so.
  public static let cli = OriginSet(rawValue: 8)
  /// A front end's own report or explicit control.
  public static let ui = OriginSet(rawValue: 16)
  /// Every origin.
  public static let all = OriginSet(rawValue: 31)

  static let names: [(Text, OriginSet)] = [
    ("push", .push), ("link", .link), ("web", .web), ("cli", .cli), ("ui", .ui),
  ]

  /// The one origin of a name, or nil.
  public init?(name: Text) {
    guard let found = OriginSet.names.first(where: { $0.0 == name }) else { return nil }
    self = found.1
  }

  /// The name of a set of one.
  public var name: Text { Text("\(word)") }

  /// The name of a set of one.
  public var word: StaticString {
    switch self {
    case .link: "link"
    case .web: "web"
    case .cli: "cli"
    case .ui: "ui"
    default: "push"
    }
  }
}
