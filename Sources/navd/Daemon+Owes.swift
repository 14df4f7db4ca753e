extension Daemon {
  /// Whether a client that has ended its side still waits for something.
  func owes(_ connection: Connection) -> Bool {
    !connection.joined.isEmpty
  }
}
