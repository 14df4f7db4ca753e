/// The words of a command line, told apart: options and the rest.
struct Words {
  /// The options that were given, with their values in order.
  private(set) var options: [Option: [String]] = [:]
  /// What is no option, in order; the verb is the first.
  private(set) var arguments: [Invocation.Argument] = []

  /// Tells words apart; options may stand anywhere before `--`.
  init(_ words: [String]) throws(Failure) {
    var isLiteral = false
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if isLiteral || word == "-" || !word.hasPrefix("-") {
        arguments.append(Invocation.Argument(text: word, isLiteral: isLiteral))
      } else if word == "--" {
        isLiteral = true
      } else {
        try take(word, words, &index)
      }
    }
  }

  private mutating func take(
    _ word: String, _ words: [String], _ index: inout Int
  ) throws(Failure) {
    var name = word.drop { $0 == "-" }
    var given: String?
    if let equal = name.firstIndex(of: "=") {
      given = String(name[name.index(after: equal)...])
      name = name[..<equal]
    }
    if word == "-h" { name = "help" }
    if word == "--version" { (name, given) = ("help", "version") }
    guard word.hasPrefix("--") || word == "-h", let option = Option(rawValue: String(name)) else {
      throw .usage(
        "unknown option \(Shown.quoted(word)); an argument that begins with '-' goes after '--'")
    }
    switch option.value {
    case .none:
      guard given == nil || word == "--version" else {
        throw .usage("--\(option.rawValue) takes no value")
      }
      options[option, default: []].append(given ?? "")
    case .optional(_, let usual): options[option, default: []].append(given ?? usual)
    case .required(let what):
      if given == nil, index < words.count {
        given = words[index]
        index += 1
      }
      guard let given else { throw .usage("--\(option.rawValue) needs a value: \(what)") }
      options[option, default: []].append(given)
    }
  }
}
