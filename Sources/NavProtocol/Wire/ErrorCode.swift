public import JSON
public import NavCore

extension Refusal.Kind {
  /// The number of the kind in `error.code`.
  ///
  /// Source: JSON-RPC 2.0 section 5.1 for -32700 to -32600; the protocol's table of errors for the rest.
  public var code: Int {
    switch self {
    case .parse_error: -32700
    case .invalid_request: -32600
    case .method_not_found: -32601
    case .invalid_params: -32602
    case .internal: -32603
    case .permission_denied: -32001
    case .unsupported_protocol: -32002
    case .too_large: -32003
    case .quota_exceeded: -32004
    case .not_durable: -32005
    case .busy: -32006
    case .line_timeout: -32007
    case .backlog_full: -32008
    case .session_busy: -32009
    case .not_frontend: -32010
    default:
      1001 + (Refusal.Kind.applicationKinds.firstIndex(of: self) ?? 0)
    }
  }

  static let applicationKinds: [Refusal.Kind] = [
    .no_such_session, .ambiguous_session, .no_such_app, .ambiguous_app, .no_match, .bad_link,
    .scheme_denied, .host_denied, .screen_unknown, .param_missing, .param_invalid, .param_unknown,
    .payload_unrecognized, .dialect_conflict, .origin_denied, .no_such_tab, .no_such_entry,
    .no_such_notice, .no_such_request, .no_such_subscription, .stale_rev, .expired, .cancelled,
    .ack_timeout, .not_acked,
  ]
}

extension Refusal {
  /// Writes the value of an `error` member.
  public func write(into out: inout Bytes) {
    out.append("{\"code\":")
    out.append(kind.code)
    out.append(",\"message\":")
    out.append(quoted: message)
    out.append(",\"data\":{\"kind\":\"")
    out.append(Text(kind.rawValue))
    out.append("\"")
    if !at.isEmpty {
      out.append(",\"at\":")
      out.append(quoted: at)
    }
    if let offset {
      out.append(",\"offset\":")
      out.append(offset)
    }
    if let trace {
      out.append(",\"trace\":")
      out.append(trace)
    }
    out.append("}}")
  }
}
