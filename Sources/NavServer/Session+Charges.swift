import JSON
import NavCore
import NavProtocol

extension Session {
  /// Bytes that somebody pays for.
  struct Charge: Equatable {
    var uid: UInt32
    var bytes: Int
  }

  /// Logs the event of a rev; until it is acked its sender pays for it.
  ///
  /// - Parameter opening: How many bytes at its start are those of all events of this run.
  func log(_ rev: UInt64, at: Int64, sender: UInt32, _ line: Span<UInt8>, opening: Int = 0) {
    if let revs = log.revs, rev != revs.upperBound &+ 1 { release(revs) }
    let isPaid = rev > acked && !acksByItself && sender != StoredBytes.nobody
    log.append(
      rev: rev, at: at, sender: isPaid ? sender : StoredBytes.nobody, line, opening: opening)
    guard isPaid else { return }
    paidEvents &+= 1
    paid.charge(sender, line.count)
  }

  /// Gives back what is paid for events of these revs, of which none is acked yet.
  func release(_ revs: ClosedRange<UInt64>) {
    guard paidEvents > 0 else { return }
    log.forEach(revs) { _, _, event in
      if event.sender != StoredBytes.nobody {
        paidEvents &-= 1
        paid.charge(event.sender, -event.size)
      }
      return true
    }
  }

  /// Brings what is paid for notices and what is held in line with what is there.
  func recharge() {
    guard hasExtras else { return }
    if !noticeCharges.isEmpty {
      let notices = seat.state.notices
      let gone = noticeCharges.filter { id, _ in !notices.contains { $0.id == id } }
      for (id, charge) in gone {
        paid.charge(charge.uid, -charge.bytes)
        noticeCharges[id] = nil
      }
    }
    guard !held.isEmpty || !heldCharges.isEmpty else { return }
    for charge in heldCharges { paid.charge(charge.uid, -charge.bytes) }
    heldCharges = held.map { Charge(uid: $0.sender, bytes: $0.size) }
    for charge in heldCharges { paid.charge(charge.uid, charge.bytes) }
  }

  /// Has a sender pay for a notice from now on.
  func charge(notice id: UInt64, to uid: UInt32) {
    guard uid != StoredBytes.nobody,
      let notice = seat.state.notices.first(where: { $0.id == id })
    else { return }
    if let before = noticeCharges[id] { paid.charge(before.uid, -before.bytes) }
    noticeCharges[id] = Charge(uid: uid, bytes: notice.size)
    paid.charge(uid, notice.size)
  }

  /// Has a sender pay for what has become of a request.
  func charge(_ taken: Taken, to uid: UInt32) {
    if taken.outcome == .held, !held.isEmpty { held[held.count - 1].sender = uid }
    if let notice = taken.notice { charge(notice: notice, to: uid) }
    recharge()
  }

  /// Gives back all that is paid for the session; it is over.
  func releaseAll() {
    if acked < rev { release((acked &+ 1)...rev) }
    for charge in noticeCharges.values { paid.charge(charge.uid, -charge.bytes) }
    for charge in heldCharges { paid.charge(charge.uid, -charge.bytes) }
    noticeCharges = [:]
    heldCharges = []
  }

  /// Writes who pays for the notices.
  func writeCharges(into out: inout Bytes) {
    guard !noticeCharges.isEmpty else { return }
    out.append(",\"payers\":[")
    let paid = seat.state.notices.compactMap { notice in
      noticeCharges[notice.id].map { (notice.id, $0.uid) }
    }
    out.append(list: paid) { out, charge in
      out.append("[")
      out.append(charge.0)
      out.append(",")
      out.append(UInt64(charge.1))
      out.append("]")
    }
    out.append("]")
  }

  /// Reads what ``writeCharges(into:)`` wrote, and has everybody pay; notices and what is held come before.
  func readCharges(_ json: borrowing Document) {
    if let list = json.member(json.root, "payers") {
      for node in json.nodes(list) {
        let pair = json.nodes(node)
        guard pair.count == 2, let id = json.unsigned(pair[0]),
          let uid = json.unsigned(pair[1]).flatMap({ UInt32(exactly: $0) })
        else { continue }
        charge(notice: id, to: uid)
      }
    }
    recharge()
  }
}

extension Session.Held {
  /// Bytes that it is counted as: its texts, and what names and marks add.
  var size: Int {
    params.size + (title?.count ?? 0) + calls.reduce(0) { $0 + $1.count + 3 } + screen.count + 96
  }
}

extension Notice {
  /// Bytes that it is counted as: its texts, and what names and marks add.
  var size: Int {
    let texts = [title, body, image, collapse, message, screen].reduce(0) { $0 + ($1?.count ?? 0) }
    let buttons = buttons.reduce(0) {
      $0 + $1.id.count + $1.title.count + ($1.link?.count ?? 0) + 32
    }
    return texts + buttons + params.size + calls.reduce(0) { $0 + $1.count + 3 } + 128
  }
}
