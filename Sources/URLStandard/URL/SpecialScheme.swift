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
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self = .none
    guard range.count >= 2, range.count <= 5 else { return }
    switch (range.count, bytes[range.lowerBound]) {
    case (5, 0x68): if bytes.slice(range, is: "https") { self = .https }
    case (4, 0x68): if bytes.slice(range, is: "http") { self = .http }
    case (2, 0x77): if bytes.slice(range, is: "ws") { self = .ws }
    case (3, 0x77): if bytes.slice(range, is: "wss") { self = .wss }
    case (3, 0x66): if bytes.slice(range, is: "ftp") { self = .ftp }
    case (4, 0x66): if bytes.slice(range, is: "file") { self = .file }
    default: return
    }
  }
}
