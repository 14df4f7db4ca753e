public import JSON

/// A declared param of a screen.
public struct Param: Sendable {
  /// The types of the manifest format.
  public enum Kind: Sendable, Equatable {
    /// Any text.
    case string
    /// An integer of 64 bits.
    case int
    /// A decimal number.
    case float
    /// `true` or `false`.
    case bool
    /// An `http` or `https` URL, unless ``Param/schemes`` says otherwise.
    case url
    /// One of ``Param/values``.
    case `enum`
    /// A list of ``Param/items``.
    indirect case list(Kind)
    /// Any JSON value.
    case json
  }

  /// The param's name.
  public var name: Text
  /// Its type.
  public var kind: Kind = .string
  /// Whether a request without it is refused.
  public var required = false
  /// The value where none is given, as encoded JSON.
  public var fallback: Text?
  /// The values of an `enum`.
  public var values: [Text] = []
  /// The least number, or least count of list items.
  public var minimum: Double?
  /// The greatest number, or greatest count of list items.
  public var maximum: Double?
  /// The most bytes of text.
  public var maximumLength: Int?
  /// The schemes of a `url`, in lower case; empty: http and https.
  public var schemes: [Text] = []
  /// The hosts of a `url`; empty: any.
  public var hosts: [Text] = []
  /// Whether its value is kept out of logs, history and explain.
  public var sensitive = false
  /// Whether a value that does not convert becomes the default.
  public var usesDefaultWhenInvalid = false

  /// Makes a string param that is not required.
  public init(name: Text) { self.name = name }
}
