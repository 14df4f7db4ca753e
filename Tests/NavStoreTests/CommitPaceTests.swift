import Testing

@testable import NavStore

@Suite("The pace of commits")
struct CommitPaceTests {
  /// Takes in commits until the loop may wait for one; how many that took.
  private func commitsUntilQuick(_ pace: inout CommitPace) -> Int {
    var count = 0
    while !pace.isQuick {
      pace.note(microseconds: CommitPace.quick, isAwaited: false)
      count += 1
    }
    return count
  }

  @Test("is quick after some quick commits, slow after a slow one")
  func quick() {
    var pace = CommitPace()
    #expect(commitsUntilQuick(&pace) == CommitPace.least)
    pace.note(microseconds: CommitPace.quick, isAwaited: true)
    #expect(pace.isQuick)
    pace.note(microseconds: CommitPace.quick + 1, isAwaited: false)
    #expect(commitsUntilQuick(&pace) == CommitPace.least)
  }

  @Test("asks for twice as much after each that the loop waited for in vain")
  func stalls() {
    var pace = CommitPace()
    var wanted = CommitPace.least
    for _ in 0..<20 {
      #expect(commitsUntilQuick(&pace) == wanted)
      pace.note(microseconds: 1_000_000, isAwaited: true)
      wanted = min(wanted * 2, CommitPace.most)
    }
    #expect(wanted == CommitPace.most)
  }

  @Test("forgets slow ones in time")
  func forgets() {
    var pace = CommitPace()
    _ = commitsUntilQuick(&pace)
    pace.note(microseconds: .max, isAwaited: true)
    for _ in 0..<(CommitPace.least * 2 * 64) { pace.note(microseconds: 0, isAwaited: true) }
    pace.note(microseconds: .max, isAwaited: false)
    #expect(commitsUntilQuick(&pace) == CommitPace.least)
  }
}
