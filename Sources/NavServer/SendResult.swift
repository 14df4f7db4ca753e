import JSON
import NavCore
import NavProtocol

/// The `result` of `send`.
struct SendResult {
  var request: Text?
  var outcome: StaticString = "queued"
  var app: Text?
  var session: Text?
  var rev: UInt64?
  var screen: Text?
  var params = Params()
  var dropped: [Text] = []
  var refused: [Text] = []
  var dialect: Text?
  var link: Text?
  var notice: UInt64?

  /// Writes all members; the first two are `request` and `outcome`, so that a stored result can be told again.
  func write(into out: inout Bytes, more: (inout Bytes) -> Void = { _ in }) {
    SendResult.write("{\"request\":", request, into: &out)
    out.append(",\"outcome\":\"")
    out.append(outcome)
    out.append("\"")
    SendResult.write(",\"app\":", app, into: &out)
    SendResult.write(",\"session\":", session, into: &out)
    out.append(",\"rev\":")
    if let rev { out.append(rev) } else { out.append("null") }
    SendResult.write(",\"screen\":", screen, into: &out)
    out.append(",\"params\":")
    params.write(into: &out)
    SendResult.write(",\"dropped\":", dropped, into: &out)
    SendResult.write(",\"refused\":", refused, into: &out)
    SendResult.write(",\"dialect\":", dialect, into: &out)
    SendResult.write(",\"link\":", link, into: &out)
    out.append(",\"notice\":")
    if let notice { Notice.write(id: notice, into: &out) } else { out.append("null") }
    more(&out)
    out.append("}")
  }

  private static func write(_ name: StaticString, _ value: Text?, into out: inout Bytes) {
    out.append(name)
    if let value { out.append(quoted: value) } else { out.append("null") }
  }

  private static func write(_ name: StaticString, _ values: [Text], into out: inout Bytes) {
    out.append(name)
    out.append("[")
    for (index, value) in values.enumerated() {
      if index > 0 { out.append(",") }
      out.append(quoted: value)
    }
    out.append("]")
  }

  /// A stored result with another outcome.
  static func retell(_ stored: Text, outcome: StaticString) -> Text {
    let bytes = stored.bytes
    let marker = Array("\"outcome\":\"".utf8)
    var index = 0
    while index + marker.count <= bytes.count {
      if bytes[index..<(index + marker.count)].elementsEqual(marker) {
        let start = index + marker.count
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.endIndex
        return Text(Array(bytes[..<start]) + Array(outcome.description.utf8) + Array(bytes[end...]))
      }
      index += 1
    }
    return stored
  }
}
