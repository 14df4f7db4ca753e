extension URLRecord {
  /// Parses `input` as the standard's basic URL parser does, relative to `base` if there is one.
  ///
  /// Bytes that are not UTF-8 count as U+FFFD. Throws where the standard returns failure.
  public init(parsing input: [UInt8], base: URLRecord? = nil) throws(URLSyntaxError) {
    try self.init(parsing: input.span, base: base)
  }

  /// Parses `input` as the standard's basic URL parser does, relative to `base` if there is one.
  public init(parsing input: Span<UInt8>, base: URLRecord? = nil) throws(URLSyntaxError) {
    var parser = URLParser(base: base, collects: false)
    try parser.parse(input)
    self = parser.url
  }

  /// Parses the UTF-8 of `input`, relative to `base` if there is one.
  public init(parsing input: String, base: URLRecord? = nil) throws(URLSyntaxError) {
    try self.init(parsing: Array(input.utf8), base: base)
  }

  /// Whether an input certainly is an `http` or `https` URL that is its own serialization, without user
  /// name, password and port; false says nothing.
  ///
  /// One that is has neither quotes nor backslashes and is ASCII, so that it needs no escapes in JSON.
  /// Costs one look at its bytes and no memory.
  public static func isPlainWeb(_ input: Span<UInt8>) -> Bool {
    switch PlainURL(input)?.special {
    case .http, .https: true
    default: false
    }
  }

  /// All validation errors of `input`, in the order of their places.
  ///
  /// A second parse, for explaining; parsing itself collects none. Where parsing fails, the last
  /// is what it fails with.
  public static func validationErrors(
    parsing input: [UInt8], base: URLRecord? = nil
  ) -> [URLValidationError] {
    var parser = URLParser(base: base, collects: true)
    do {
      try parser.parse(input.span)
    } catch {
      let failure = URLValidationError(error.kind, at: error.offset)
      parser.errors.removeAll { $0 == failure }
      parser.errors.sort { $0.offset < $1.offset }
      return parser.errors + [failure]
    }
    parser.errors.sort { $0.offset < $1.offset }
    return parser.errors
  }
}
