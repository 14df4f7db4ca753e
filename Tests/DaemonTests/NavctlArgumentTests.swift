import Testing

@testable import navctl

struct NavctlArgumentTests {
  @Test func `Options stand anywhere before the two dashes, and nothing after them is one`() throws
  {
    let call = try Invocation([
      "--json", "send", "--session=a", "--session", "b", "--wait", "--", "--ttl",
    ])
    #expect(call.verb.name == "send")
    #expect(call.has(.json))
    #expect(call.values(.session) == ["a", "b"])
    #expect(call.value(.wait) == "acked")
    #expect(call.arguments == [.init(text: "--ttl", isLiteral: true)])
    #expect(try Invocation(["send", "--wait=stored", "-"]).value(.wait) == "stored")
  }

  @Test(arguments: [
    ([], "what to do is missing; 'navctl help' lists the verbs"),
    (["fly"], "there is no verb 'fly'; 'navctl help' lists them"),
    (["send"], "usage: navctl send [OPTION…] PAYLOAD|-|@FILE"),
    (["send", "-x"], "unknown option '-x'; an argument that begins with '-' goes after '--'"),
    (["send", "--ttl"], "--ttl needs a value: SECONDS"),
    (["send", "--json=1", "{}"], "--json takes no value"),
    (["state", "--ttl", "1"], "'state' takes no --ttl; 'navctl help state' lists what it takes"),
    (["\u{1B}[31m"], "there is no verb '\\u{1b}[31m'; 'navctl help' lists them"),
  ]) func `A wrong call says what would be right`(words: [String], message: String) {
    let failure = #expect(throws: Failure.self) { try Invocation(words) }
    #expect(failure?.code == .usage)
    #expect(failure?.message == message)
  }

  @Test(
    arguments: [
      ("0", 0), ("5", 5000), ("0.5", 500), ("0.0001", 1), ("-1", nil), ("1e3", nil), ("", nil),
      (".5", nil), ("5.", nil), ("007", nil), ("nan", nil), ("1.2.3", nil), ("99999999999", nil),
    ] as [(String, Int64?)]) func `Seconds are decimal numbers`(text: String, milliseconds: Int64?)
  {
    #expect(Invocation.milliseconds(text) == milliseconds)
  }

  @Test func `An object is a payload, a string and all else a link`() throws {
    func read(_ text: String, literal: Bool = false, link: Bool = false) throws -> String {
      switch try Input.request(.init(text: text, isLiteral: literal), isLink: link) {
      case .payload(let payload): "payload \(payload)"
      case .link(let link): "link \(link)"
      }
    }
    #expect(try read(" {\"a\":\n9007199254740993}\n") == "payload  {\"a\": 9007199254740993} ")
    #expect(try read("\"shop:a\\u0062\"") == "link shop:ab")
    #expect(try read("shop:orders/7\n") == "link shop:orders/7")
    #expect(try read("@/etc/hostname", literal: true) == "link @/etc/hostname")
    #expect(try read("{", link: true) == "link {")
    for wrong in ["{\"a\":1,\"a\":2}", "{]", "", "@/nonexistent"] {
      #expect(throws: Failure.self) { try read(wrong) }
    }
  }

  @Test func `What others wrote cannot steer the terminal`() {
    #expect(Shown.safe("a\u{1B}[2J\u{9B}\u{202E}\u{7F}") == "a\\u{1b}[2J\\u{9b}\\u{202e}\\u{7f}")
    #expect(Shown.safe("où 東京 🎉") == "où 東京 🎉")
  }

  @Test func `Every verb is told by help, with all that it takes`() {
    let overview = Help.text(of: nil).joined(separator: "\n")
    for verb in Verb.all {
      #expect(overview.contains("  \(verb.name) "))
      let text = Help.text(of: verb).joined(separator: "\n")
      for option in verb.options where verb.name != "help" {
        #expect(text.contains("--\(option.rawValue)"))
      }
    }
  }
}
