/// Something in an input that the URL Standard calls a validation error (section 1.1).
///
/// Most do not keep a URL from being parsed; ``URLSyntaxError`` is one that does.
public struct URLValidationError: Sendable, Hashable {
  /// The standard's names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The domain is none that DNS could hold, or IDNA refuses it.
    case domainToASCII = "domain-to-ASCII"
    /// The host of a special scheme contains `%XX`.
    case domainPercentEncoded = "domain-percent-encoded"
    /// An opaque host contains a forbidden host code point.
    case hostInvalidCodePoint = "host-invalid-code-point"
    /// An IPv4 address ends with a dot.
    case ipv4EmptyPart = "IPv4-empty-part"
    /// An IPv4 address has fewer than four parts.
    case ipv4TooFewParts = "IPv4-too-few-parts"
    /// An IPv4 address has more than four parts.
    case ipv4TooManyParts = "IPv4-too-many-parts"
    /// A part of an IPv4 address is no number.
    case ipv4NonNumericPart = "IPv4-non-numeric-part"
    /// A part of an IPv4 address is hexadecimal or octal.
    case ipv4NonDecimalPart = "IPv4-non-decimal-part"
    /// A part of an IPv4 address is above 255.
    case ipv4OutOfRangePart = "IPv4-out-of-range-part"
    /// An IPv6 address lacks its `]`.
    case ipv6Unclosed = "IPv6-unclosed"
    /// An IPv6 address begins with a single `:`.
    case ipv6InvalidCompression = "IPv6-invalid-compression"
    /// An IPv6 address has more than eight pieces.
    case ipv6TooManyPieces = "IPv6-too-many-pieces"
    /// An IPv6 address has `::` twice.
    case ipv6MultipleCompression = "IPv6-multiple-compression"
    /// An IPv6 address contains what is neither a hexadecimal digit nor a `:`, or ends too early.
    case ipv6InvalidCodePoint = "IPv6-invalid-code-point"
    /// An IPv6 address without `::` has fewer than eight pieces.
    case ipv6TooFewPieces = "IPv6-too-few-pieces"
    /// A piece of an IPv6 address begins with 0.
    case ipv6PieceLeadingZero = "IPv6-piece-leading-zero"
    /// An IPv4 address within an IPv6 address comes after more than six pieces.
    case ipv4InIPv6TooManyPieces = "IPv4-in-IPv6-too-many-pieces"
    /// A part of an IPv4 address within an IPv6 address is empty, no number, or one too many.
    case ipv4InIPv6InvalidCodePoint = "IPv4-in-IPv6-invalid-code-point"
    /// A part of an IPv4 address within an IPv6 address is above 255.
    case ipv4InIPv6OutOfRangePart = "IPv4-in-IPv6-out-of-range-part"
    /// An IPv4 address within an IPv6 address has fewer than four parts.
    case ipv4InIPv6TooFewParts = "IPv4-in-IPv6-too-few-parts"
    /// A code point that a URL must not contain as it is, or a `%` without two digits.
    case invalidURLUnit = "invalid-URL-unit"
    /// A special scheme is not followed by `//`.
    case specialSchemeMissingFollowingSolidus = "special-scheme-missing-following-solidus"
    /// There is no scheme, and no base URL that could give one.
    case missingSchemeNonRelativeURL = "missing-scheme-non-relative-URL"
    /// A `\` stands for a `/`.
    case invalidReverseSolidus = "invalid-reverse-solidus"
    /// There is a username or a password.
    case invalidCredentials = "invalid-credentials"
    /// There is no host where there must be one.
    case hostMissing = "host-missing"
    /// The port is above 65535.
    case portOutOfRange = "port-out-of-range"
    /// The port is no number.
    case portInvalid = "port-invalid"
    /// A reference to a base of scheme `file` begins with a drive letter.
    case fileInvalidWindowsDriveLetter = "file-invalid-Windows-drive-letter"
    /// The host of a `file` URL is a drive letter.
    case fileInvalidWindowsDriveLetterHost = "file-invalid-Windows-drive-letter-host"
  }

  /// Which one.
  public var kind: Kind
  /// The byte of the input where it is, from 0.
  ///
  /// In an input that is no UTF-8, it counts bytes of the repaired text.
  public var offset: Int

  /// Makes an error at a byte of the input.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

/// Why an input is no URL.
public struct URLSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kept it from being parsed.
  public var kind: URLValidationError.Kind
  /// The byte of the input where it is, from 0.
  public var offset: Int

  /// Makes an error at a byte of the input.
  public init(_ kind: URLValidationError.Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// The kind and the place, such as `host-missing at byte 8`.
  public var description: String { "\(kind.rawValue) at byte \(offset)" }
}
