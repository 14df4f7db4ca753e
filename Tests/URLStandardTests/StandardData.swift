import Foundation

/// The standards' own test data, which is not part of this repository.
///
/// `NAVD_CONFORMANCE` names the folder that holds it; unset, the suites are skipped.
enum StandardData {
  static let folder = ProcessInfo.processInfo.environment["NAVD_CONFORMANCE"]

  /// The parsed file; nil and a printed line where there is no folder.
  static func load(_ path: String) throws -> [Any]? {
    guard let folder else {
      print("skipped: \(path), since NAVD_CONFORMANCE is not set")
      return nil
    }
    let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
    let data = Data(replacingUnpairedSurrogates(text).utf8)
    return try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
  }

  /// Turns `\uD8xx` escapes that are no pair into U+FFFD, as a USVString conversion would.
  static func replacingUnpairedSurrogates(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    var index = 0
    func unit(_ at: Int) -> UInt32? {
      guard at + 6 <= bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 else { return nil }
      return UInt32(String(decoding: bytes[(at + 2)..<(at + 6)], as: UTF8.self), radix: 16)
    }
    while index < bytes.count {
      guard bytes[index] == 0x5C else {
        out.append(bytes[index])
        index += 1
        continue
      }
      guard let value = unit(index) else {
        out += bytes[index..<min(index + 2, bytes.count)]
        index += 2
        continue
      }
      if (0xD800...0xDBFF).contains(value), let low = unit(index + 6),
        (0xDC00...0xDFFF).contains(low)
      {
        out += bytes[index..<(index + 12)]
        index += 12
      } else {
        out +=
          (0xD800...0xDFFF).contains(value)
          ? Array("\\uFFFD".utf8) : Array(bytes[index..<(index + 6)])
        index += 6
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
