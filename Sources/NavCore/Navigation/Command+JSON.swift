public import JSON

extension Command {
  /// Writes a list of commands as the wire has it.
  public static func write(_ commands: [Command], into out: inout Bytes) {
    out.append("[")
    let commands = commands.span
    for index in commands.indices {
      if index > 0 { out.append(",") }
      write(commands, index, into: &out)
    }
    out.append("]")
  }

  /// Writes one of the commands; of a command in its list only what is written is copied.
  private static func write(_ commands: Span<Command>, _ index: Int, into out: inout Bytes) {
    switch commands[index] {
    case .reset(let state):
      out.append("{\"op\":\"reset\",\"state\":")
      state.write(into: &out)
    case .selectTab(let tab):
      out.append("{\"op\":\"select_tab\",\"tab\":")
      out.append(quoted: tab)
    case .push(let tab, let entry): Command.write("push", tab, entry, into: &out)
    case .replace(let tab, let entry): Command.write("replace", tab, entry, into: &out)
    case .pop(let tab, let count):
      out.append("{\"op\":\"pop\",\"tab\":")
      out.append(quoted: tab)
      out.append(",\"count\":")
      out.append(count)
    case .popTo(let tab, let key):
      out.append("{\"op\":\"pop\",\"tab\":")
      out.append(quoted: tab)
      out.append(",\"to\":")
      Entry.write(key: key, into: &out)
    case .present(let entry):
      out.append("{\"op\":\"present\",\"entry\":")
      entry.write(into: &out)
    case .dismiss(let key): Command.write("dismiss", key, into: &out)
    case .remove(let key): Command.write("remove", key, into: &out)
    case .update(let key, let params):
      Command.write("update", key, into: &out)
      out.append(",\"params\":")
      params.write(into: &out)
    case .call(let key, let method):
      Command.write("call", key, into: &out)
      out.append(",\"method\":")
      out.append(quoted: method)
    case .notice(let notice):
      out.append("{\"op\":\"notice\",\"notice\":")
      notice.write(into: &out)
    case .clearNotice(let id):
      out.append("{\"op\":\"clear_notice\",\"id\":")
      Notice.write(id: id, into: &out)
    case .visit(let until):
      out.append("{\"op\":\"visit\",\"until\":")
      if let until { Seconds.write(until, into: &out) } else { out.append("null") }
    }
    out.append("}")
  }

  @inline(__always)
  private static func write(
    _ op: StaticString, _ tab: Text, _ entry: Entry, into out: inout Bytes
  ) {
    out.append("{\"op\":\"")
    out.append(op)
    out.append("\",\"tab\":")
    out.append(quoted: tab)
    out.append(",\"entry\":")
    entry.write(into: &out)
  }

  @inline(__always)
  private static func write(_ op: StaticString, _ key: UInt64, into out: inout Bytes) {
    out.append("{\"op\":\"")
    out.append(op)
    out.append("\",\"key\":")
    Entry.write(key: key, into: &out)
  }
}
