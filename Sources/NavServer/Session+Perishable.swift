import JSON
import NavCore
import NavProtocol

/// What may be taken back of an event until it is acked: by its time to live, or by a later one of its collapse key.
struct Perishable: Equatable {
  var rev: UInt64
  /// Unix milliseconds; nil: no limit.
  var until: Int64?
  /// The same by boot time; set anew after a start.
  var boot: Int64?
  var collapse: Text?
}

extension Session {
  /// Notes that the last event may be taken back; nothing that was acked may.
  func notePerishable(lifetime: Int64?, collapse: Text?, at: Moment) {
    guard lifetime != nil || collapse != nil, acked < rev else { return }
    perishables.append(
      Perishable(
        rev: rev, until: lifetime.map { at.wall &+ min($0, 1 << 50) },
        boot: lifetime.map { at.boot &+ min($0, 1 << 50) }, collapse: collapse))
  }

  /// Takes out what is not acked yet and has the collapse key.
  func withdraw(collapse: Text, _ event: inout [Command]) {
    withdraw({ $0.collapse == collapse }, .cancelled, &event)
  }

  /// Takes out what is not acked yet and is worth nothing any more.
  func withdraw(dueAt boot: Int64, _ event: inout [Command]) {
    withdraw({ ($0.boot ?? .max) <= boot }, .expired, &event)
  }

  private func withdraw(
    _ isMeant: (Perishable) -> Bool, _ ending: SendResult.Outcome, _ event: inout [Command]
  ) {
    let old = perishables.filter(isMeant)
    guard !old.isEmpty else { return }
    perishables.removeAll(where: isMeant)
    isDirty = true
    for item in old {
      withdraw(rev: item.rev, commands(of: item.rev), &event)
      end(item.rev, ending)
    }
  }

  /// Takes the entries, notices and calls of an un-acked event out again.
  func withdraw(rev: UInt64, _ commands: [Command], _ event: inout [Command]) {
    calls.removeAll { $0.rev == rev }
    for command in commands {
      switch command {
      case .push(_, let entry), .present(let entry), .replace(_, let entry):
        visit?.from.apply(.remove(entry.key))
        let isRoot = seat.state.stacks.contains { $0.entries.first?.key == entry.key }
        guard seat.state.entry(entry.key) != nil, !isRoot else { continue }
        seat.perform(.remove(entry.key), &event)
      case .notice(let notice):
        guard seat.state.notices.contains(where: { $0.id == notice.id }) else { continue }
        seat.perform(.clearNotice(notice.id), &event)
      default: continue
      }
    }
    isDirty = true
  }

  /// The commands of an event of the log; none where it is not kept.
  private func commands(of rev: UInt64) -> [Command] {
    log.parse(rev) { json in
      json.member(json.root, "params").map { Command.list(json, $0) } ?? []
    } ?? []
  }

  /// Writes what may be taken back.
  func writePerishables(into out: inout Bytes) {
    out.append(",\"perishables\":[")
    out.append(list: perishables) { out, item in
      out.append("{\"rev\":")
      out.append(item.rev)
      if let until = item.until {
        out.append(",\"until\":")
        out.append(until)
      }
      if let collapse = item.collapse {
        out.append(",\"collapse\":")
        out.append(quoted: collapse)
      }
      out.append("}")
    }
    out.append("]")
  }

  /// Reads what ``writePerishables(into:)`` wrote.
  func readPerishables(_ json: borrowing Document) {
    guard let list = json.member(json.root, "perishables") else { return }
    var read: [Perishable] = []
    json.elements(list) { node in
      guard let rev = json.member(node, "rev").flatMap({ json.integer($0) }) else { return }
      read.append(
        Perishable(
          rev: UInt64(clamping: rev),
          until: json.member(node, "until").flatMap { json.integer($0) },
          collapse: json.member(node, "collapse").flatMap { json.text($0) }))
    }
    perishables = read
  }
}

extension Command {
  /// The commands of an event's params.
  static func list(_ json: borrowing Document, _ params: Node) -> [Command] {
    guard let list = json.member(params, "commands") else { return [] }
    var commands: [Command] = []
    for node in json.nodes(list) {
      if let made = Command(json: json, node) { commands.append(made) }
    }
    return commands
  }
}

extension Document {
  /// The elements of an array, in order; none for anything else.
  func nodes(_ list: Node) -> [Node] {
    var nodes: [Node] = []
    elements(list) { nodes.append($0) }
    return nodes
  }
}
