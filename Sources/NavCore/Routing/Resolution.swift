public import JSON

/// What a request was resolved to, before anything changes; it has one owner, so that it is never copied.
public struct Resolution: ~Copyable, Sendable {
  /// Index of the app in the catalog.
  public var app: Int
  /// Where it goes; nil: nowhere, it is only a notice or has nothing to open.
  public var destination: Destination?
  /// Params that were given and are not declared, by name.
  public var dropped: [Text] = []
  /// Methods that were asked for and are not declared, by name.
  public var refused: [Text] = []
  /// The dialect of a payload; nil for a link.
  public var dialect: Dialect?
  /// The link that decided, as the URL Standard serializes it.
  public var link: Text?
  /// The payload's normal form; nil for a link.
  public var delivery: Delivery?
  /// Whether content says that a person tapped it.
  public var tapped: Bool

  /// Makes a resolution that goes nowhere.
  public init(app: Int, tapped: Bool) { (self.app, self.tapped) = (app, tapped) }
}
