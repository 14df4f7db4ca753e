import Foundation
import JSON
import NavCore
import TestSupport
import Testing

/// What holds of every program.
///
/// `NAVD_LAWS` says how many are tried, `NAVD_LAW_SEED` repeats one of them.
@Suite struct `Laws of navigation` {
  static let count =
    ProcessInfo.processInfo.environment["NAVD_LAWS"].flatMap { Int($0) } ?? 2_000

  @Test func `Replicas that only apply events equal the server, through everything`() {
    let only = ProcessInfo.processInfo.environment["NAVD_LAW_SEED"].flatMap { UInt64($0) }
    let seeds = only.map { $0...$0 } ?? 1...UInt64(Self.count)
    var steps = 0
    for seed in seeds {
      let world = LawWorld()
      var program = LawProgram(seed: seed)
      let length = 10 + program.below(30)
      for _ in 0..<length where world.broken.isEmpty {
        program.step(world)
        for name in program.names { world.judge(Text(name)) }
        steps += 1
      }
      if world.broken.isEmpty { resume(world) }
      if !world.broken.isEmpty {
        Issue.record(
          "NAVD_LAW_SEED=\(seed): \(world.broken.joined(separator: "\n"))\n\(world.trace.suffix(6).joined(separator: "\n"))"
        )
        return
      }
    }
    print("\(seeds.count) random programs, \(steps) steps")
  }

  /// Resume from every rev that was seen equals the snapshot, also after a restart.
  private func resume(_ world: LawWorld) {
    for (name, seen) in world.seen {
      for (rev, state) in seen.states.sorted(by: { $0.key < $1.key }).suffix(12) {
        world.close(2)
        world.replicas[2] = [name: LawWorld.Replica(state: state, rev: rev)]
        world.say(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"\(name.string)\",\"after\":{\"epoch\":\"test\",\"rev\":\(rev)}}}",
          as: 2)
        world.judge(name)
      }
    }
  }

  @Test func `Back undoes a push, from wherever`() {
    for seed in 1...UInt64(max(1, Self.count / 4)) {
      let world = LawWorld()
      var program = LawProgram(seed: seed &* 7919)
      for _ in 0..<program.below(20) { program.step(world) }
      world.judge("mall")
      guard let before = world.seen["mall"]?.states[world.rev], before.modals.isEmpty,
        let stack = before.stackIndex(before.tab), before.stacks[stack].entries.count < 64
      else { continue }
      navigate(world, "{\"op\":\"push\",\"entry\":{\"screen\":\"Page\",\"params\":{\"id\":1}}}")
      let pushed = world.rev
      navigate(world, "{\"op\":\"back\"}")
      guard world.rev == pushed + 1, var after = world.seen["mall"]?.states[world.rev] else {
        Issue.record("seed \(seed): back made no event\n\(world.trace.joined(separator: "\n"))")
        return
      }
      after.visitUntil = before.visitUntil
      #expect(after == before, "seed \(seed)")
    }
  }

  private func navigate(_ world: LawWorld, _ command: String) {
    world.say(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"navigate\",\"params\":{\"session\":\"mall\",\"commands\":[\(command)]}}",
      as: 4)
    world.judge("mall")
  }
}
