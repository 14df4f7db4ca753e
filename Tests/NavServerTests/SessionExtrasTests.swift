import JSON
import NavCore
import Testing

@testable import NavServer

@Suite struct SessionExtrasTests {
  private let session = Session(
    slot: 1, name: "s", uid: 1, app: "a",
    seat: Seat(state: NavigationState(tab: "main", stacks: []), nextKey: 1, nextNotice: 1),
    changed: ChangedSessions(), paid: StoredBytes())
  private let call = Session.UnackedCall(rev: 1, key: 1, method: "buy", sender: 1)

  @Test func `What was changed since a mark is as before when it is restored`() {
    for before in [[], [call]] {
      session.calls = before
      session.user = "ada"
      let mark = session.mark()
      session.calls.append(call)
      session.calls.append(call)
      session.user = nil
      session.visit = Session.Visit(from: session.seat.state, stay: 5, due: nil)
      #expect(session.calls.count == before.count + 2 && session.isVisit)
      session.restore(mark)
      #expect(session.calls == before && session.user == "ada" && !session.isVisit)
    }
  }

  @Test func `A session that has nothing of it any more keeps no memory for it`() {
    #expect(!session.hasExtras && session.hasNoDues)
    session.calls = [call]
    session.forgetEmptyExtras()
    #expect(session.hasExtras && session.calls == [call])
    session.calls = []
    session.conditions = [:]
    session.forgetEmptyExtras()
    #expect(!session.hasExtras && session.calls.isEmpty)
  }
}
