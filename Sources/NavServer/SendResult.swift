import JSON
import NavCore
import NavProtocol

/// The `result` of `send`; it is written once, so it is never copied.
struct SendResult: ~Copyable {
  /// What became of a request.
  enum Outcome {
    case delivered, queued, held, noticed, ignored, duplicate
    /// In the log: its event is acked, was taken back, was worth nothing any more, was refused.
    case acked, cancelled, expired, notAcked
  }

  /// The number of the request; nil: nothing was done, it was only asked.
  var request: UInt64?
  var outcome: Outcome
  var app: Text
  var session: Text?
  var rev: UInt64?
  /// The screen that it went or would go to.
  var screen: Text?
  var params: Params
  var dropped: [Text]
  var refused: [Text]
  var dialect: Dialect?
  var link: Text?
  var notice: UInt64?

  /// Tells what became of a resolution.
  init(
    _ resolution: borrowing Resolution, _ manifest: Manifest, _ taken: Session.Taken,
    request: UInt64?, session: Text?, rev: UInt64?
  ) {
    (self.request, self.session, self.rev) = (request, session, rev)
    (app, outcome, notice) = (manifest.app, taken.outcome, taken.notice)
    screen = resolution.destination.map { manifest.screens[$0.screen].name }
    params = resolution.destination?.params ?? Params()
    (dropped, refused) = (resolution.dropped, resolution.refused)
    (dialect, link) = (resolution.dialect, resolution.link)
  }

  /// Writes all members; the first two are `request` and `outcome`, so that a stored result can be told again.
  func write(into out: inout Bytes, more: (inout Bytes) -> Void = { _ in }) {
    out.append("{\"request\":")
    if let request { Server.write(request: request, into: &out) } else { out.append("null") }
    out.append(",\"outcome\":")
    out.append(quotedPlain: outcome.word)
    out.append(",\"app\":")
    out.append(quoted: app)
    SendResult.write(",\"session\":", session, into: &out)
    out.append(",\"rev\":")
    if let rev { out.append(rev) } else { out.append("null") }
    SendResult.write(",\"screen\":", screen, into: &out)
    out.append(",\"params\":")
    params.write(into: &out)
    SendResult.write(",\"dropped\":", dropped, into: &out)
    SendResult.write(",\"refused\":", refused, into: &out)
    out.append(",\"dialect\":")
    if let dialect { out.append(quotedPlain: dialect.word) } else { out.append("null") }
    SendResult.write(",\"link\":", link, into: &out)
    out.append(",\"notice\":")
    if let notice { Notice.write(id: notice, into: &out) } else { out.append("null") }
    more(&out)
    out.append("}")
  }

  @inline(__always)
  private static func write(_ name: StaticString, _ value: Text?, into out: inout Bytes) {
    out.append(name)
    if let value { out.append(quoted: value) } else { out.append("null") }
  }

  @inline(__always)
  private static func write(_ name: StaticString, _ texts: [Text], into out: inout Bytes) {
    guard texts.isEmpty else { return Server.write(name, texts, into: &out) }
    out.append(name)
    out.append("[]")
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
  /// The words that the log can be asked for.
  static let logged: [String] = [
    Self.delivered, .queued, .held, .noticed, .acked, .cancelled, .expired, .notAcked,
  ].map(\.word.description)

  /// Its word on the wire.
  var word: StaticString {
    switch self {
    case .delivered: "delivered"
    case .queued: "queued"
    case .held: "held"
    case .noticed: "noticed"
    case .ignored: "ignored"
    case .duplicate: "duplicate"
    case .acked: "acked"
    case .cancelled: "cancelled"
    case .expired: "expired"
    case .notAcked: "not_acked"
    }
  }
}
