public import JSON

/// Something that arrived but was not tapped.
public struct Notice: Hashable, Sendable {
  /// A choice that the notice offers.
  public struct Button: Hashable, Sendable {
    /// What `activate` names.
    public var id: Text
    /// What people read.
    public var title: Text
    /// The link that it opens; kept by the server, not shown on the wire.
    public var link: Text?
    /// Makes a button.
    public init(id: Text, title: Text, link: Text? = nil) {
      (self.id, self.title, self.link) = (id, title, link)
    }
  }

  /// The number in its id: `n3` is 3.
  public var id: UInt64
  /// The title.
  public var title: Text?
  /// The body.
  public var body: Text?
  /// A picture's URL.
  public var image: Text?
  /// The buttons.
  public var buttons: [Button] = []
  /// The screen that activation opens; nil: the app's `default`.
  public var screen: Text?
  /// The params of that screen.
  public var params = Params()
  /// The methods that activation calls; kept by the server, not shown on the wire.
  public var calls: [Text] = []
  /// When it came, in Unix seconds.
  public var at: Int64 = 0
  /// When it goes, in Unix seconds.
  public var until: Int64?
  /// The collapse key; a later notice of the same key replaces it.
  ///
  /// Kept by the server.
  public var collapse: Text?

  /// The dialect and id of the message it came from; a tapped payload of the same one activates it.
  ///
  /// Kept by the server.
  public var message: Text?

  /// Makes an empty notice.
  public init(id: UInt64) { self.id = id }

  /// Writes the notice's id, quoted.
  public static func write(id: UInt64, into out: inout Bytes) {
    out.append("\"n")
    out.append(id)
    out.append("\"")
  }

  /// The number of an id's text, or nil where it is not `n` and a decimal number.
  public static func number(of id: Text) -> UInt64? {
    guard id.bytes.first == UInt8(ascii: "n") else { return nil }
    return Entry.number(of: Text([UInt8(ascii: "e")] + id.bytes.dropFirst()))
  }
}
