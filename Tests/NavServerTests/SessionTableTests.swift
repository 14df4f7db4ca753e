import JSON
import NavCore
import TestSupport
import Testing

@testable import NavServer

@Suite struct SessionTableTests {
  private func session(_ slot: Int32, _ name: Int, _ uid: UInt32, _ app: String) -> Session {
    Session(
      slot: slot, name: Text("s\(name)"), uid: uid, app: Text(app),
      seat: Seat(state: NavigationState(tab: "main", stacks: []), nextKey: 1, nextNotice: 1),
      changed: ChangedSessions(), paid: StoredBytes())
  }

  @Test(arguments: 1...3)
  func `Sessions are found by slot, name, owner and app, whatever comes and goes`(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    var table = SessionTable()
    var model: [Session] = []
    for step in 0..<400 {
      if Bool.random(using: &random), let index = model.indices.randomElement(using: &random) {
        let gone = table.remove(model.remove(at: index).slot)
        #expect(gone?.isClosed == true)
      } else {
        let (name, uid) = (Int.random(in: 0..<20, using: &random), UInt32(step % 3))
        guard !model.contains(where: { $0.name == Text("s\(name)") && $0.uid == uid }) else {
          continue
        }
        let made = session(table.nextSlot, name, uid, step % 2 == 0 ? "a" : "b")
        table.insert(made)
        model.append(made)
      }
      #expect(table.count == model.count && table[table.nextSlot] == nil)
      #expect(table.all.map(\.slot) == model.map(\.slot).sorted())
      for uid in UInt32(0)..<3 {
        #expect(table.count(of: uid) == model.count { $0.uid == uid })
        for app in ["a", "b"] {
          let found = table.of(app: Text(app), uid: uid).map(\.slot).sorted()
          #expect(
            found == model.filter { $0.uid == uid && $0.app == Text(app) }.map(\.slot).sorted())
        }
        for name in 0..<20 {
          let sought = OwnedName(Text("s\(name)"), of: uid)
          let wanted = model.first { $0.name == Text("s\(name)") && $0.uid == uid }
          table.prefetch(sought)
          #expect(table[sought] === wanted)
          #expect(wanted.map { table[$0.slot] === $0 } ?? true)
        }
      }
    }
    #expect(table.nextSlot > 1)
  }
}
