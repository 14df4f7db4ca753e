public import JSON

/// One app as its manifest file declares it, checked and with every name resolved to an index.
///
/// They come from ``ManifestLoader`` only, so an index in one is always in range. The loader fills it
/// and gives it away; from then on nobody changes it.
public final class Manifest: @unchecked Sendable {
  /// The app's name.
  public internal(set) var app: Text
  /// What people call it.
  public internal(set) var title: Text?
  /// The user whose seat it is (system instance), as written.
  public internal(set) var user: Text?
  /// The schemes it claims, in lower case.
  public internal(set) var schemes: [Text] = []
  /// The hosts it claims, in lower case; `*.` in front stands for one label or more.
  public internal(set) var hosts: [Text] = []
  /// What relative links in payloads are resolved against.
  public internal(set) var base: Text?
  /// The tabs in order; an app without tabs has the one tab `main`.
  public internal(set) var tabs: [Tab] = []
  /// Where a tapped push with nothing to open goes: an index into ``screens``.
  public internal(set) var defaultScreen: Int?
  /// The conditions that its front end reports.
  public internal(set) var conditions: [Text] = []
  /// The systemd unit that starts its front end.
  public internal(set) var activationUnit: Text?
  /// What happens after a time without activity.
  public internal(set) var idle: Idle?
  /// The screens, in the file's order.
  public internal(set) var screens: [Screen] = []
  /// Screen names and aliases → index into ``screens``.
  public internal(set) var screenNames: [Text: Int] = [:]
  /// The text of the file's path, for messages.
  public internal(set) var path: Text = ""

  /// Makes an empty manifest of an app, to be filled by the loader.
  public init(app: Text) { self.app = app }

  /// A tab and the screen at its root.
  public struct Tab: Sendable, Equatable {
    /// The tab's name.
    public var name: Text
    /// Index of its root screen.
    public var root: Int
    /// Makes a tab.
    public init(name: Text, root: Int) { (self.name, self.root) = (name, root) }
  }

  /// The way home after idle time.
  public struct Idle: Sendable, Equatable {
    /// Milliseconds without activity.
    public var after: Int64
    /// Index of the screen to go to.
    public var screen: Int
    /// Makes an idle rule.
    public init(after: Int64, screen: Int) { (self.after, self.screen) = (after, screen) }
  }

  /// The screen of a name or alias.
  public func screen(named name: Text) -> Screen? {
    guard let index = screenNames[name] else { return nil }
    return screens[index]
  }

  /// The position of a tab by its name.
  public func tabIndex(_ name: Text) -> Int? { tabs.firstIndex { $0.name == name } }
}
