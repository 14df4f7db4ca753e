/// Patterns, or values, of a URL's components; nil where a component is not given.
///
/// The standard's `URLPatternInit`, in UTF-8.
public struct URLPatternInit: Sendable, Hashable {
  /// The scheme, with or without a trailing `:`.
  public var scheme: [UInt8]?
  /// The username.
  public var username: [UInt8]?
  /// The password.
  public var password: [UInt8]?
  /// The host without its port.
  public var hostname: [UInt8]?
  /// The port as digits.
  public var port: [UInt8]?
  /// The path.
  public var pathname: [UInt8]?
  /// The query, with or without a leading `?`.
  public var search: [UInt8]?
  /// The fragment, with or without a leading `#`.
  public var hash: [UInt8]?
  /// The URL that gives what is missing.
  public var baseURL: [UInt8]?

  /// Makes one without any component.
  public init() {}

  /// A component by its name.
  public subscript(component: URLPattern.Component) -> [UInt8]? {
    get {
      switch component {
      case .scheme: scheme
      case .username: username
      case .password: password
      case .hostname: hostname
      case .port: port
      case .pathname: pathname
      case .search: search
      case .hash: hash
      }
    }
    set {
      switch component {
      case .scheme: scheme = newValue
      case .username: username = newValue
      case .password: password = newValue
      case .hostname: hostname = newValue
      case .port: port = newValue
      case .pathname: pathname = newValue
      case .search: search = newValue
      case .hash: hash = newValue
      }
    }
  }
}
