import JSON
import NavProtocol
import NavServer
import NavStore
import Systemd
import UnixIO

// A full disk is the one failure that passes.
//
// A turn whose commit finds no space is undone with all in flight above it: the server takes back what
// their batches touched from the rows that are stored, and is given again what those turns had been
// given, now that it refuses changes. So everybody gets exactly one answer, in order: who asked the truth,
// who wanted a change `not_durable`. A trial batch finds out when there is space again, so that not every
// request of every client is a try. Any other failure leaves the disk in a state that nobody knows, and
// ends navd.

extension Daemon {
  /// Gives the server a line of a connection.
  func give(_ line: Span<UInt8>, from id: Int32, at moment: Moment) {
    if isStored {
      let start = current.lines.count
      current.lines.append(line)
      current.inputs.append(.line(id, start: start, end: current.lines.count))
    }
    server.receive(line, from: id, at: moment, into: &current.effects)
  }

  /// Gives the server something other than a line.
  func give(_ input: Turn.Input) {
    if isStored { current.inputs.append(input) }
    switch input {
    case .line: return
    case .refuse(let id, let reason): server.refuse(id, reason, into: &current.effects)
    case .connect(let id):
      guard let peer = connections[id]?.peer else { return }
      server.connect(id, peer: peer, at: now, into: &current.effects)
    case .disconnect(let id): server.disconnect(id, at: now, into: &current.effects)
    case .start: server.start(at: now, into: &current.effects)
    case .expire: server.expire(at: now, into: &current.effects)
    case .reload: server.adaptLater()
    case .drain: server.drain(into: &current.effects)
    }
  }

  /// Takes in which tickets are committed, and undoes the turns that found no space.
  func takeCompletions() {
    var failure: (ticket: UInt64, error: StoreError)?
    for completion in store.takeCompletions() {
      if let error = completion.error {
        guard error.reason == .full else { return fail(error) }
        failure = failure ?? (completion.ticket, error)
      } else {
        committed = completion.ticket
      }
    }
    if let failure {
      if failure.ticket == trial.ticket {
        trial.didFail()
      } else {
        undo(from: failure.ticket, failure.error)
      }
      sources?.trial.arm(at: SystemClock.boottime() &+ Limits.trial)
    } else if let ticket = trial.ticket, ticket <= committed {
      resumeStoring()
    }
  }

  /// Undoes the turn with a ticket and all above it, and answers their clients by what is stored.
  private func undo(from ticket: UInt64, _ error: StoreError) {
    guard let first = inFlight.firstIndex(where: { $0.ticket == ticket }) else { return }
    let undone = Array(inFlight[first...]) + [current]
    inFlight.removeSubrange(first...)
    let before = undone[0].before
    do throws(StoreError) {
      for row in server.forget(undone.map { $0.effects.batch }) {
        try store.load(row.table, ids: row.ids) { server.restore(row.table, id: $0, body: $1) }
      }
    } catch {
      return fail(error)
    }
    if let before { server.stand(before, at: now) }
    refuseChanges(error, undone)
    current = Turn(isStored: isStored)
    current.before = before
    for turn in undone { replay(turn) }
  }

  private func replay(_ turn: Turn) {
    let moment = now
    for input in turn.inputs {
      guard case .line(let id, let start, let end) = input else {
        give(input)
        continue
      }
      turn.lines.withSpan(start..<end) { give($0, from: id, at: moment) }
    }
    current.reads += turn.reads
    current.ended += turn.ended
  }

  private func refuseChanges(_ error: StoreError, _ undone: [Turn]) {
    trial.begin(bytes: undone.reduce(0) { $0 + $1.effects.batch.bytes })
    guard !server.isFull else { return }
    server.spaceIsGone()
    Log.write(
      .storeFull, .error,
      "no space for the store: \(error.message); nothing of it was answered, changes are refused "
        + "and reads answered until there is space",
      fields: [("NAVD_CODE", "\(error.code)")])
    tellStatus()
  }

  /// Tries whether there is space again.
  func tryStoring() {
    guard server.isFull else { return }
    lastTicket &+= 1
    trial.ticket = lastTicket
    let isComplete = store.commit(Server.trial(bytes: trial.bytes), ticket: lastTicket)
    guard isComplete || store.completionDescriptor < 0 else { return }
    takeCompletions()
    settle()
  }

  private func resumeStoring() {
    trial.ticket = nil
    if server.spaceIsBack(at: now, into: &current.effects) { current.inputs.append(.reload) }
    Log.write(.storeBack, .notice, "there is space for the store again: changes are taken")
    tellStatus()
  }
}

/// What finds out whether there is space again: a batch as large as what had found none.
///
/// It grows smaller with each failure, so that a disk with little space is used to its end.
struct SpaceTrial {
  /// The ticket of the trial that is under way.
  var ticket: UInt64?
  /// How many bytes the next one stores.
  private(set) var bytes = SpaceTrial.least

  private static let least = 4096
  private static let most = 1 << 20

  /// Begins with as much as found no space.
  mutating func begin(bytes: Int) {
    ticket = nil
    self.bytes = min(max(bytes, SpaceTrial.least), SpaceTrial.most)
  }

  /// Makes the next one smaller.
  mutating func didFail() {
    ticket = nil
    bytes = max(bytes / 2, SpaceTrial.least)
  }
}

extension StoreBatch {
  /// Bytes of the rows that it puts.
  var bytes: Int {
    changes.reduce(0) { sum, change in
      if case .put(_, _, let body) = change { sum + body.count } else { sum }
    }
  }
}
