public import JSON

/// What a link pattern was worth for a link, or a rule for a payload.
public struct Candidate: Sendable, Equatable {
  /// The app's name.
  public var app: Text
  /// The screen's name.
  public var screen: Text
  /// The pattern as written; of a rule, what it asks for.
  public var pattern: Text
  /// Whether it matches; the first of an app that does is taken.
  public var matches: Bool
  /// Why, in a sentence.
  public var reason: Text
}

extension Candidate {
  /// Writes a JSON array of candidates.
  public static func write(_ candidates: [Candidate], into out: inout Bytes) {
    out.append("[")
    out.append(list: candidates) { out, candidate in
      out.append("{\"app\":")
      out.append(quoted: candidate.app)
      out.append(",\"screen\":")
      out.append(quoted: candidate.screen)
      out.append(",\"pattern\":")
      out.append(quoted: candidate.pattern)
      out.append(
        candidate.matches ? ",\"matches\":true,\"reason\":" : ",\"matches\":false,\"reason\":")
      out.append(quoted: candidate.reason)
      out.append("}")
    }
    out.append("]")
  }
}

/// Why a link went where it went.
public struct Explanation: Sendable, Equatable {
  /// The candidates in matching order, at most ``limit``.
  public var candidates: [Candidate] = []
  /// What the URL Standard calls validation errors, with their byte offsets in the link.
  public var remarks: [Text] = []
  /// What happened to params: decoded, defaulted, shadowed, dropped.
  public var notes: [Text] = []

  /// Makes an explanation that says nothing.
  public init() {}

  /// The most candidates that a trace lists.
  public static let limit = 200

  /// Writes the members `candidates`, `url` and `notes` of an object.
  public func write(into out: inout Bytes) {
    out.append("\"candidates\":")
    Candidate.write(candidates, into: &out)
    out.append(",\"url\":")
    Explanation.write(remarks, into: &out)
    out.append(",\"notes\":")
    Explanation.write(notes, into: &out)
  }

  private static func write(_ texts: [Text], into out: inout Bytes) {
    out.append("[")
    out.append(list: texts) { out, text in
      out.append(quoted: text)
    }
    out.append("]")
  }
}
