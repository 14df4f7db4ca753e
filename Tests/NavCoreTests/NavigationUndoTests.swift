import JSON
import NavCore
import TestSupport
import Testing

@Suite("What a seat takes back")
struct NavigationUndoTests {
  @Test("any commands, performed and taken back, leave the state and the keys as they were")
  func everyCommandHasAnInverse() {
    var random = SplitMix(seed: 20_261_130)
    for _ in 0..<2000 {
      var seat = Seat(state: NavigationUndoTests.state(&random), nextKey: 100, nextNotice: 50)
      var event: [Command] = []
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        seat.perform(NavigationUndoTests.command(&seat, &random), &event)
      }
      let (before, key, notice) = (seat.state, seat.nextKey, seat.nextNotice)
      let mark = seat.mark()
      event = []
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        seat.perform(NavigationUndoTests.command(&seat, &random), &event)
      }
      seat.restore(mark)
      #expect(seat.state == before, "\(event)")
      #expect(seat.nextKey == key && seat.nextNotice == notice)
    }
  }

  @Test("what was kept is not taken back")
  func keptChangesStay() {
    var seat = Seat(
      state: NavigationState(
        tab: "a", stacks: [.init(tab: "a", entries: [Entry(key: 1, screen: "Home")])]),
      nextKey: 2, nextNotice: 1)
    var event: [Command] = []
    let mark = seat.mark()
    seat.perform(.push(tab: "a", Entry(key: seat.makeKey(), screen: "Item")), &event)
    seat.keep()
    seat.perform(.pop(tab: "a", count: 1), &event)
    seat.restore(mark)
    #expect(seat.state.stacks[0].entries.map(\.key) == [1, 2])
  }

  @Test("the limit of a state holds for what was taken back, too")
  func limitAfterUndo() {
    func big(_ key: UInt64) -> Entry {
      Entry(
        key: key, screen: "Big",
        params: Params([.init(name: "p", value: Text(String(repeating: "1", count: 60_000)))]))
    }
    var seat = Seat(
      state: NavigationState(
        tab: "a", stacks: [.init(tab: "a", entries: [big(1), big(2), big(3)])]),
      nextKey: 4, nextNotice: 1)
    var event: [Command] = []
    let mark = seat.mark()
    seat.perform(.pop(tab: "a", count: 2), &event)
    seat.perform(.push(tab: "a", big(4)), &event)
    let isWithin = seat.isWithinLimit()
    #expect(isWithin)
    seat.restore(mark)
    seat.perform(.push(tab: "a", big(5)), &event)
    let isStillWithin = seat.isWithinLimit()
    #expect(!isStillWithin)
    seat.perform(.pop(tab: "a", count: 1), &event)
    let isWithinAgain = seat.isWithinLimit()
    #expect(isWithinAgain)
  }

  private static let tabs: [Text] = ["a", "b"]

  private static func state(_ random: inout SplitMix) -> NavigationState {
    var key: UInt64 = 0
    func entries(_ count: Int) -> [Entry] {
      (0..<count).map { _ in
        key += 1
        return Entry(key: key, screen: Text("S\(key % 3)"))
      }
    }
    var state = NavigationState(
      tab: "a",
      stacks: tabs.map { .init(tab: $0, entries: entries(.random(in: 1..<5, using: &random))) })
    state.modals = entries(.random(in: 0..<3, using: &random))
    state.notices = (0..<UInt64.random(in: 0..<3, using: &random)).map { Notice(id: $0) }
    return state
  }

  private static func command(_ seat: inout Seat, _ random: inout SplitMix) -> Command {
    let tab = tabs.randomElement(using: &random) ?? "a"
    let key = UInt64.random(in: 1..<seat.nextKey, using: &random)
    switch Int.random(in: 0..<13, using: &random) {
    case 0: return .selectTab(Bool.random(using: &random) ? tab : "none")
    case 1: return .push(tab: tab, Entry(key: seat.makeKey(), screen: "P"))
    case 2: return .replace(tab: tab, Entry(key: seat.makeKey(), screen: "R"))
    case 3: return .pop(tab: tab, count: .random(in: 0..<6, using: &random))
    case 4: return .popTo(tab: tab, key: key)
    case 5: return .present(Entry(key: seat.makeKey(), screen: "M"))
    case 6: return .dismiss(key)
    case 7: return .remove(key)
    case 8: return .update(key, Params([.init(name: "n", value: Text("\(key)"))]))
    case 9: return .notice(Notice(id: .random(in: 0..<4, using: &random)))
    case 10: return .clearNotice(.random(in: 0..<4, using: &random))
    case 11: return .visit(Bool.random(using: &random) ? 7 : nil)
    default: return .reset(state(&random))
    }
  }
}
