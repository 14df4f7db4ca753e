/// Why a URL pattern is none, or cannot be used on an input.
public struct URLPatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: String, Sendable, Hashable {
    /// The pattern's syntax: an unclosed group, a misplaced modifier, an unfinished escape.
    case syntax
    /// Two groups of one component have the same name.
    case duplicateName = "duplicate-name"
    /// A regular expression that JavaScript's `v` mode, or PCRE2, refuses.
    case regularExpression = "regular-expression"
    /// Fixed text that its component cannot contain, such as a port of 100000.
    case component
    /// A relative pattern without a base URL.
    case relative
    /// The base URL is no URL.
    case baseURL = "base-url"
    /// A regular expression that backtracks beyond the limits of ``PatternExpression``.
    case costly
  }

  /// What is wrong.
  public var kind: Kind
  /// The component that it is about.
  public var component: URLPattern.Component?
  /// The byte of the component's pattern, from 0; nil where no place can be named.
  public var offset: Int?
  /// In words, without a full stop.
  public var message: String

  /// Makes an error about a byte of a component's pattern.
  public init(
    _ kind: Kind, _ message: String, at offset: Int? = nil,
    in component: URLPattern.Component? = nil
  ) {
    self.kind = kind
    self.message = message
    self.offset = offset
    self.component = component
  }

  /// The place and the message.
  public var description: String {
    let place = offset.map { " at byte \($0)" } ?? ""
    return (component?.rawValue ?? "pattern") + place + ": " + message
  }

  /// The same about `component`, unless it names one.
  func about(_ component: URLPattern.Component) -> URLPatternError {
    var copy = self
    copy.component = self.component ?? component
    return copy
  }
}
