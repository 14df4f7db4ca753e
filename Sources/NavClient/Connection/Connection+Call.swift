public import JSON

extension Connection {
  /// Sends a request and waits for its answer.
  ///
  /// - Parameters:
  ///   - params: the params object as JSON; empty for none.
  /// - Returns: the `result`, as JSON.
  /// - Throws: ``ClientError/refused(_:)`` for an error answer, ``ClientError/timedOut(_:)``, or that
  ///   the connection ended.
  public func call(
    _ method: Text, params: Text = Text(), until deadline: Deadline
  ) throws(ClientError) -> Text {
    let id = makeID()
    send(method, params: params, id: id)
    while let message = try receive(until: deadline) {
      switch message {
      case .result(id: id, let result): return result
      case .refusal(id: id, let refused): throw .refused(refused)
      case .refusal(id: nil, let refused): throw .refused(refused)
      default: keep(message)
      }
    }
    throw .timedOut("the answer to \(method.string)")
  }

  /// Sends a bare payload or link, and waits for its answer.
  ///
  /// - Parameter line: a JSON object without `jsonrpc`, or a JSON string; no newline in it.
  /// - Returns: the result of `send`, as JSON.
  public func call(bare line: [UInt8], until deadline: Deadline) throws(ClientError) -> Text {
    send(line: line)
    while let message = try receive(until: deadline) {
      switch message {
      case .bare(let result): return result
      case .refusal(id: nil, let refused): throw .refused(refused)
      default: keep(message)
      }
    }
    throw .timedOut("the answer")
  }
}
