/// The special schemes of the URL Standard, section 4.2, with their default ports.
enum SpecialScheme: UInt8, Sendable, CaseIterable {
  case none, http, https, ws, wss, ftp, file

  var isSpecial: Bool { self != .none }

  var defaultPort: Int? {
    switch self {
    case .http, .ws: 80
    case .https, .wss: 443
    case .ftp: 21
    case .none, .file: nil
    }
  }

  var name: StaticString {
    switch self {
    case .none: ""
    case .http: "http"
    case .https: "https"
    case .ws: "ws"
    case .wss: "wss"
    case .ftp: "ftp"
    case .file: "file"
    }
  }

  /// The scheme whose name, in lower case, is in `range` of `bytes`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var word: UInt64 = 0
    for index in range.prefix(8) { word = word &<< 8 | UInt64(bytes[index]) }
    let special = SpecialScheme(letters: word)
    self = special.name.utf8CodeUnitCount == range.count ? special : .none
  }

  /// The scheme whose letters, in lower case, are the last eight or fewer, the last of them lowest.
  init(letters: UInt64) {
    switch letters {
    case 0x6874_7470: self = .http
    case 0x68_7474_7073: self = .https
    case 0x7773: self = .ws
    case 0x77_7373: self = .wss
    case 0x66_7470: self = .ftp
    case 0x6669_6C65: self = .file
    default: self = .none
    }
  }

  /// The scheme whose name, in lower case, is in `range` of `bytes`.
  init(_ bytes: [UInt8], _ range: Range<Int>) { self.init(bytes.span, range) }
}
