import TestSupport
import Testing

@testable import NavServer

@Suite struct PlaceIndexTests {
  @Test(arguments: [1, 2, 7, 1000])
  func `Places are found by their hash, however many share it`(_ hashes: UInt32) {
    var random = SplitMix(seed: UInt64(hashes))
    var index = PlaceIndex()
    var model: [Int: UInt32] = [:]
    for step in 0..<2000 {
      let hash = UInt32.random(in: 0..<hashes, using: &random) &* 0x9E37_79B9
      switch (
        Int.random(in: 0..<5, using: &random), model.keys.sorted().randomElement(using: &random)
      ) {
      case (0, let place?):
        index.remove(model[place] ?? 0, place)
        model[place] = nil
      case (1, let place?):
        index.move(model[place] ?? 0, from: place, to: step)
        model[step] = model.removeValue(forKey: place)
      case (2, _): index.remove(hash, step)
      default:
        guard model.count < 200 else { continue }
        index.insert(hash, step)
        model[step] = hash
      }
      let same = model.filter { $0.value == hash }
      #expect((index.guess(hash) == nil) == same.isEmpty)
      #expect(same.keys.allSatisfy { wanted in index.first(hash) { $0 == wanted } == wanted })
      #expect(index.first(hash) { model[$0] != hash } == nil)
    }
    for (place, hash) in model { index.remove(hash, place) }
    #expect(model.values.allSatisfy { index.guess($0) == nil })
  }
}
