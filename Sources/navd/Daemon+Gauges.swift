import NavProtocol
import NavServer
import NavStore
import UnixIO

/// What the shell counts since its start.
struct Counters {
  var accepted = 0
  var refused = 0
  var cutOff = 0
  var bytesRead = 0
  var bytesWritten = 0
  var commits = 0
  /// Microseconds from handing a batch over to its being on disk.
  var lastCommit = 0
  var longestCommit = 0
  var allCommits = 0

  /// Counts a batch that is on disk.
  mutating func countCommit(microseconds: UInt64) {
    lastCommit = Int(clamping: microseconds)
    longestCommit = max(longestCommit, lastCommit)
    allCommits &+= lastCommit
    commits &+= 1
  }
}

extension Daemon {
  /// How everything stands now; asked for by the server when a client wants to know.
  var gauges: Gauges {
    var gauges = Gauges()
    for connection in connections.all where connection.queued > 0 {
      gauges.outputs[connection.peer.uid, default: 0] += connection.queued
    }
    (gauges.accepted, gauges.refused) = (counters.accepted, counters.refused)
    gauges.cutOff = counters.cutOff
    (gauges.bytesRead, gauges.bytesWritten) = (counters.bytesRead, counters.bytesWritten)
    (gauges.output, gauges.unanswered) = (output.total, unanswered)
    gauges.turns = inFlight.count
    gauges.store = storeGauges
    return gauges
  }

  private var storeGauges: Gauges.Store? {
    guard store.keepsRows else { return nil }
    var gauges = Gauges.Store()
    if let state {
      gauges.bytes = Files.size(of: state + "/navd.db") ?? 0
      gauges.logBytes = Files.size(of: state + "/navd.db-wal") ?? 0
    }
    gauges.commits = counters.commits
    (gauges.last, gauges.longest) = (counters.lastCommit, counters.longestCommit)
    gauges.total = counters.allCommits
    return gauges
  }
}
