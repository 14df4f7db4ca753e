internal import JSON
internal import URLStandard

/// What manifests and params need to know of an absolute URL.
///
/// The one door to the URL parser: everything that looks at a URL here looks at this.
struct WebAddress {
  private let record: URLRecord

  /// Reads an absolute URL by the URL Standard, or gives nil.
  init?(_ text: Text) {
    do throws(URLSyntaxError) {
      record = try URLRecord(parsing: text.bytes)
    } catch {
      return nil
    }
  }

  /// The scheme, in lower case, without `:`.
  var scheme: Text { Text(record.schemeBytes) }

  /// The host in its serialized form; empty where there is none.
  var host: Text { Text(record.hostBytes) }

  /// The port, unless it is the scheme's default.
  var port: UInt16? { record.portNumber }

  /// Whether there is a user name or a password.
  var hasUserInfo: Bool { !record.usernameRange.isEmpty || !record.passwordRange.isEmpty }

  /// The whole in its serialized form.
  var href: Text { Text(record.bytes) }

  /// Whether it is `http` or `https`, which always have a host.
  var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// Whether the host is an IP address.
  var hasNumericHost: Bool {
    let bytes = host.bytes
    if bytes.first == UInt8(ascii: "[") { return true }
    return bytes.split(separator: UInt8(ascii: ".")).last?.allSatisfy(ASCII.isDigit) ?? true
  }
}
