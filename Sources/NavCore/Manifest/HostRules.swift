public import JSON

/// Hosts as manifests name them: whole labels, `*.` in front for one label or more, a port behind.
public enum HostRules {
  /// The comparable form of a host or host pattern, or nil where it is none.
  ///
  /// Labels are as the URL Standard serializes them (lower case, punycode); the ports 80 and 443 go.
  public static func normalize(_ text: Text) -> Text? {
    var bytes = text.bytes[...]
    let star = Array("*.".utf8)
    let wild = bytes.starts(with: star)
    if wild { bytes = bytes.dropFirst(2) }
    let delimiters = Array("/?#@*\\ ".utf8)
    guard !bytes.isEmpty, !bytes.contains(where: { delimiters.contains($0) }),
      let address = WebAddress(Text(Array("https://".utf8) + bytes)), !address.host.isEmpty
    else { return nil }
    if wild, address.hasNumericHost { return nil }
    var host = (wild ? star : []) + address.host.bytes
    if let port = address.port, port != 80 {
      host.append(UInt8(ascii: ":"))
      host += Array(String(port).utf8)
    }
    return Text(host)
  }
}
