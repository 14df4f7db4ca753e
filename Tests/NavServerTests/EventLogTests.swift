import JSON
import NavProtocol
import TestSupport
import Testing

@testable import NavServer

@Suite struct `The log of a session` {
  /// What a log has to be: a list of lines.
  private struct Model {
    var first: UInt64 = 1
    var lines: [[UInt8]] = []
    var times: [Int64] = []
    var next: UInt64 { first + UInt64(lines.count) }
    var revs: ClosedRange<UInt64>? { lines.isEmpty ? nil : first...(next - 1) }
  }

  private static let opening = Array("opening:".utf8)

  private func line(_ random: inout SplitMix) -> [UInt8] {
    let size =
      Int.random(in: 0..<8, using: &random) > 0 ? 400 : Int.random(in: 1...90_000, using: &random)
    let byte = UInt8.random(in: 0x61...0x64, using: &random)
    return Self.opening + Array(repeating: byte, count: size - 1) + [0x0A]
  }

  @Test(arguments: 1...4)
  func `is a list of lines, whatever is added and forgotten`(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    var log = EventLog()
    var model = Model()
    for step in 0..<600 {
      if Int.random(in: 0..<60, using: &random) == 0 { model = Model(first: model.next + 5) }
      let added = line(&random)
      let opening = step % 100 < 20 ? 0 : Self.opening.count
      log.append(
        rev: model.next, at: Int64(step), sender: UInt32(step & 3), added.span, opening: opening)
      model.lines.append(added)
      model.times.append(Int64(step))
      if let revs = model.revs, Int.random(in: 0..<25, using: &random) == 0 {
        let rev = UInt64.random(in: revs, using: &random)
        log.forget(through: rev)
        if rev < revs.upperBound {
          model.lines.removeFirst(Int(rev - model.first) + 1)
          model.times.removeFirst(Int(rev - model.first) + 1)
          model.first = rev + 1
        }
      }
      let (revs, size) = (log.revs, log.byteCount)
      #expect(revs == model.revs)
      #expect(size == model.lines.reduce(0) { $0 + $1.count })
      let low = UInt64.random(in: 0...(model.next + 2), using: &random)
      let range = low...(low + UInt64.random(in: 0...40, using: &random))
      var out = Bytes()
      log.write(range, into: &out)
      let wanted = model.lines.indices.filter { range.contains(model.first + UInt64($0)) }
      #expect(out.array(0..<out.count) == wanted.flatMap { model.lines[$0] })
      guard let place = wanted.first else { continue }
      let rev = model.first + UInt64(place)
      var next = place
      log.forEach(range) { rev, piece, event in
        #expect(rev == model.first + UInt64(next))
        var written = Bytes()
        piece.write(event, into: &written)
        let line = written.array(0..<written.count)
        #expect(line == model.lines[next] && event.at == model.times[next])
        #expect(event.size == line.count)
        #expect(event.sender == UInt32(event.at & 3))
        let shared = piece.shared(event)
        if next > 0, shared > 0 {
          #expect(line.prefix(shared) == model.lines[next - 1].prefix(shared))
        }
        next += 1
        return true
      }
      #expect(next == place + wanted.count)
      let rest = Array(model.lines[place].dropFirst(Self.opening.count))
      let last = log.last(with: rest) { _ in Self.opening.count }
      let found = model.lines.lastIndex { $0.dropFirst(Self.opening.count).starts(with: rest) }
      #expect(last == found.map { model.first + UInt64($0) })
      if place % 50 == 0 {
        let isParsed: Void? = log.parse(rev) { _ in }
        #expect(isParsed == nil)
      }
      let time = log.time(of: rev)
      #expect(time == model.times[place])
    }
    let (time, none) = (log.time(of: model.next - 1), log.time(of: model.next))
    #expect(time == 599 && none == nil)
  }

  @Test func `keeps one line, however long it is`() {
    var log = EventLog()
    for rev in UInt64(1)...2 {
      let line = Array(repeating: UInt8(0x61), count: WireLimits.historyBytes * 3)
      log.append(rev: rev, at: 0, sender: 0, line.span)
      let gone = log.excess
      #expect(gone == (rev == 1 ? nil : 1))
      if let gone { log.forget(through: gone) }
      let revs = log.revs
      #expect(revs == rev...rev)
    }
  }

  @Test(arguments: [10, 4_000, 40_000])
  func `is cut to what is kept of a session when it has twice as much`(_ size: Int) {
    var log = EventLog()
    let line = Array(repeating: UInt8(0x61), count: size - 1) + [0x0A]
    for rev in UInt64(1)...3000 {
      log.append(rev: rev, at: 0, sender: 0, line.span)
      guard let gone = log.excess else {
        let size = log.byteCount
        #expect(size < WireLimits.historyBytes * 2)
        continue
      }
      log.forget(through: gone)
      let kept = log.byteCount
      let count = log.revs.map { Int($0.upperBound - $0.lowerBound) + 1 } ?? 0
      #expect(count <= WireLimits.history && kept <= WireLimits.historyBytes)
      #expect(count == WireLimits.history || kept + size > WireLimits.historyBytes)
    }
  }
}
