internal import JSON

/// What a value must keep to, and how it is said when it does not.
extension ParamConversion {
  static func checkLength(_ value: Text, _ length: Int, _ param: Param) throws(Refusal) -> Text {
    if let most = param.maximumLength, length > most {
      throw refusal(param, "must have at most \(most) bytes, not \(length)", nil)
    }
    return value
  }

  static func checkCount(_ count: Int, _ param: Param) throws(Refusal) {
    if let least = param.minimum, Double(count) < least {
      throw refusal(param, "must have at least \(NumberText.plain(least)) items, not \(count)", nil)
    }
    if let most = param.maximum, Double(count) > most {
      throw refusal(param, "must have at most \(NumberText.plain(most)) items, not \(count)", nil)
    }
  }

  /// Whether a number keeps to `min` and `max`; those of a list are about its count.
  static func isInRange(_ value: Text, _ param: Param) -> Bool {
    if case .list = param.kind { return true }
    if let least = param.minimum, NumberText.isLess(value, than: least) { return false }
    if let most = param.maximum, NumberText.isGreater(value, than: most) { return false }
    return true
  }

  /// What would be right, to follow the param's name.
  static func expectation(_ kind: Param.Kind, _ param: Param) -> String {
    switch kind {
    case .string: "must be text or a whole number"
    case .int: "must be a whole number of 64 bits in decimal digits" + range(param)
    case .float: "must be a decimal number" + range(param)
    case .bool: "must be true, false, 1 or 0"
    case .enum: "must be one of \(Spelling.list(param.values))"
    case .list: "must be a list"
    case .json: "must be JSON"
    case .url: "must be " + addressRules(param)
    }
  }

  private static func range(_ param: Param) -> String {
    if case .list = param.kind { return "" }
    return switch (param.minimum.map(NumberText.plain), param.maximum.map(NumberText.plain)) {
    case (let least?, let most?): " from \(least) to \(most)"
    case (let least?, nil): ", at least \(least)"
    case (nil, let most?): ", at most \(most)"
    case (nil, nil): ""
    }
  }

  private static func addressRules(_ param: Param) -> String {
    let schemes = param.schemes.isEmpty ? ["http", "https"] : param.schemes
    var rules = "a URL without user name, its scheme one of \(Spelling.list(schemes))"
    if !param.hosts.isEmpty { rules += ", its host one of \(Spelling.list(param.hosts))" }
    return rules
  }

  /// A `param_invalid` that quotes the value, unless it is absent or the param sensitive.
  static func refusal(_ param: Param, _ expectation: String, _ value: Text?) -> Refusal {
    var message = "param \(quoted(param.name)) \(expectation)"
    if let value, !param.sensitive { message += ", not \(shown(value))" }
    return Refusal(.param_invalid, message)
  }

  /// The refusal of a list because of an item, which is counted from 1.
  static func refusal(ofItem index: Int, _ error: Refusal) -> Refusal {
    var refusal = error
    refusal.message = Text("item \(index &+ 1) of \(error.message.string)")
    return refusal
  }

  static func tooDeep(_ param: Param) -> Refusal {
    refusal(param, "must nest at most \(maximumDepth) deep", nil)
  }

  /// How deep arrays and objects nest in encoded JSON.
  static func depth(of encoded: Text) -> Int {
    var (depth, deepest, inString, escaped) = (0, 0, false, false)
    for byte in encoded.bytes {
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth &+= 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth &-= 1
      default: break
      }
    }
    return deepest
  }

  private static func shown(_ encoded: Text) -> String {
    guard encoded.bytes.first == UInt8(ascii: "\"") else {
      return String(quoted(encoded).dropFirst().dropLast())
    }
    return quoted(Text(Array(encoded.bytes.dropFirst().dropLast())))
  }
}
