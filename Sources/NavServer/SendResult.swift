import JSON
import NavCore
import NavProtocol

/// The `result` of `send`.
struct SendResult {
  /// What became of a request.
  enum Outcome {
    case delivered, queued, held, noticed, ignored, duplicate
  }

  /// The number of the request; nil: nothing was done, it was only asked.
  var request: UInt64?
  var outcome: Outcome
  var app: Text
  var session: Text?
  var rev: UInt64?
  /// Where it went or would go.
  var destination: Destination?
  var resolution: Resolution
  var notice: UInt64?
  var manifest: Manifest

  /// Writes all members; the first two are `request` and `outcome`, so that a stored result can be told again.
  func write(into out: inout Bytes, more: (inout Bytes) -> Void = { _ in }) {
    out.append("{\"request\":")
    if let request { Server.write(request: request, into: &out) } else { out.append("null") }
    out.append(",\"outcome\":\"")
    out.append(outcome.word)
    out.append("\",\"app\":")
    out.append(quoted: app)
    SendResult.write(",\"session\":", session, into: &out)
    out.append(",\"rev\":")
    if let rev { out.append(rev) } else { out.append("null") }
    if let destination {
      SendResult.write(",\"screen\":", manifest.screens[destination.screen].name, into: &out)
      out.append(",\"params\":")
      destination.params.write(into: &out)
    } else {
      out.append(",\"screen\":null,\"params\":{}")
    }
    SendResult.write(",\"dropped\":", resolution.dropped, into: &out)
    SendResult.write(",\"refused\":", resolution.refused, into: &out)
    SendResult.write(",\"dialect\":", resolution.dialect?.name, into: &out)
    SendResult.write(",\"link\":", resolution.link, into: &out)
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
  static func retell(_ stored: Text, outcome: Outcome) -> Text {
    let bytes = stored.bytes
    let marker = Array("\"outcome\":\"".utf8)
    var index = 0
    while index + marker.count <= bytes.count {
      if bytes[index..<(index + marker.count)].elementsEqual(marker) {
        let start = index + marker.count
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.endIndex
        let word = Array(outcome.word.description.utf8)
        return Text(Array(bytes[..<start]) + word + Array(bytes[end...]))
      }
      index += 1
    }
    return stored
  }
}

extension SendResult.Outcome {
  /// Its word on the wire.
  var word: StaticString {
    switch self {
    case .delivered: "delivered"
    case .queued: "queued"
    case .held: "held"
    case .noticed: "noticed"
    case .ignored: "ignored"
    case .duplicate: "duplicate"
    }
  }
}
