import Foundation
import NavServer
import Testing

/// A request that is held keeps how long it wants to stay.
@Suite struct `What is held` {
  private func ask(_ bench: Seatbench, _ method: String, _ params: String) -> String {
    bench.say(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{\#(params)}}"#)
    while let line = bench.next() { if line.contains(#""id":7"#) { return line } }
    return ""
  }

  @Test(arguments: [true, false])
  func `stays as long as its request says, also after a restart`(restarts: Bool) throws {
    let bench = try Seatbench()
    #expect(
      ask(bench, "subscribe", #""session":"shop","app":"shop","role":"frontend""#).contains("sub"))
    let held = ask(bench, "send", #""link":"navigateApp://account/bills","stay":20"#)
    #expect(held.contains(#""outcome":"held""#))
    if restarts {
      bench.restart()
      let more = #","conditions":{"signed_in":true}"#
      #expect(
        ask(bench, "subscribe", #""session":"shop","role":"frontend"\#(more)"#).contains("sub"))
    } else {
      let signed = ask(bench, "report", #""session":"shop","conditions":{"signed_in":true}"#)
      #expect(signed.contains("result"))
    }
    let there = ask(bench, "session.get", #""session":"shop""#)
    #expect(there.contains(#""screen":"Account""#))
    #expect(there.contains(#""visit":{"until":1764460820}"#), "\(there)")
    bench.pass(milliseconds: 20_000)
    let back = ask(bench, "session.get", #""session":"shop""#)
    #expect(!back.contains(#""screen":"Account""#))
    #expect(back.contains(#""visit":null"#))
  }
}
