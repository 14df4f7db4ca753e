import JSON
import NavCore
import NavProtocol

extension Resolution {
  /// The message's name: its dialect and its own id; nil where the payload has no id.
  var messageName: Text? {
    guard let delivery, let id = delivery.messageID else { return nil }
    return Text("\(delivery.dialect.rawValue) \(id.string)")
  }

  /// The idempotency key that a message's own id makes, in a name space of its own per app.
  ///
  /// A NUL keeps it apart from senders' keys, which begin with their uid. Arrival is part of it, so
  /// that a message may arrive and then be tapped.
  func messageKey(app: Text, tapped: Bool) -> Text? {
    messageName.map { Text("\0\(app.string) \($0.string) \(tapped ? "tapped" : "received")") }
  }
}

extension SendRequest {
  /// Milliseconds that a request is worth something, as the sender or the payload says; negative: none any more.
  func lifetime(of resolution: borrowing Resolution, at: Moment) -> Int64? {
    if let timeToLive { return timeToLive }
    guard let delivery = resolution.delivery else { return nil }
    if let expiry = delivery.expiresAt {
      return expiry > at.wall ? expiry &- at.wall : -1
    }
    guard let lifetime = delivery.timeToLive else { return nil }
    guard lifetime > 0, let sent = delivery.sentAt, sent <= at.wall else { return lifetime }
    let left = lifetime &- (at.wall &- sent)
    return left > 0 ? left : -1
  }
}

extension Session {
  /// The live notice of the message that a resolution is the tap on.
  func notice(tappedBy resolution: borrowing Resolution, _ tapped: Bool) -> UInt64? {
    guard tapped, !seat.state.notices.isEmpty, let name = resolution.messageName else { return nil }
    return seat.state.notices.first { $0.message == name }?.id
  }
}
