/// The constructor string parser (URL Pattern Standard, section 1.6).
struct ConstructorStringParser {
  private enum State {
    case start, scheme, authority, username, password, hostname, port, pathname, search, hash, done

    /// The component that the state collects.
    var component: URLPattern.Component? {
      switch self {
      case .start, .authority, .done: nil
      case .scheme: .scheme
      case .username: .username
      case .password: .password
      case .hostname: .hostname
      case .port: .port
      case .pathname: .pathname
      case .search: .search
      case .hash: .hash
      }
    }
  }

  private let input: [UInt8]
  private let tokens: [PatternToken]
  private var result = URLPatternInit()
  private var componentStart = 0
  private var index = 0
  private var increment = 1
  private var groupDepth = 0
  private var bracketDepth = 0
  private var isSpecial = false
  private var state = State.start

  private init(_ input: [UInt8]) throws(URLPatternError) {
    self.input = input
    tokens = try PatternTokenizer.tokenize(input, isStrict: false)
  }

  /// Splits a pattern of a whole URL into patterns of its components.
  static func parse(_ input: [UInt8]) throws(URLPatternError) -> URLPatternInit {
    var parser = try ConstructorStringParser(input)
    while parser.index < parser.tokens.count, parser.state != .done { try parser.step() }
    if parser.result.hostname != nil, parser.result.port == nil { parser.result.port = [] }
    return parser.result
  }

  private mutating func step() throws(URLPatternError) {
    increment = 1
    switch tokens[index].kind {
    case .end: return stepEnd()
    case .open:
      groupDepth += 1
      index += increment
      return
    case .close where groupDepth > 0: groupDepth -= 1
    default:
      if groupDepth > 0 {
        index += increment
        return
      }
    }
    try stepState()
    index += increment
  }

  private mutating func stepEnd() {
    switch state {
    case .start:
      rewind()
      if isCharacter(0x23) {
        change(.hash, 1)
      } else if isSearchPrefix {
        change(.search, 1)
      } else {
        change(.pathname, 0)
      }
    case .authority: rewind(.hostname)
    default: change(.done, 0)
    }
  }

  private mutating func stepState() throws(URLPatternError) {
    switch state {
    case .start: if isCharacter(0x3A) { rewind(.scheme) }
    case .scheme:
      guard isCharacter(0x3A) else { return }
      do {
        let component = try PatternComponent(componentString, .scheme, .standard)
        isSpecial = component.matchesSpecialScheme
      } catch {
        throw error.about(.scheme)
      }
      if isCharacter(0x2F, at: index + 1), isCharacter(0x2F, at: index + 2) {
        change(.authority, 3)
      } else {
        change(isSpecial ? .authority : .pathname, 1)
      }
    case .authority:
      if isCharacter(0x40) {
        rewind(.username)
      } else if isCharacter(0x2F) || isSearchPrefix || isCharacter(0x23) {
        rewind(.hostname)
      }
    case .username:
      if isCharacter(0x3A) {
        change(.password, 1)
      } else if isCharacter(0x40) {
        change(.hostname, 1)
      }
    case .password: if isCharacter(0x40) { change(.hostname, 1) }
    case .hostname:
      if isCharacter(0x5B) {
        bracketDepth += 1
      } else if isCharacter(0x5D) {
        bracketDepth -= 1
      } else if isCharacter(0x3A), bracketDepth == 0 {
        change(.port, 1)
      } else {
        changeAtPath()
      }
    case .port: changeAtPath()
    case .pathname: changeAtSearch()
    case .search: if isCharacter(0x23) { change(.hash, 1) }
    case .hash, .done: break
    }
  }

  private mutating func changeAtPath() {
    if isCharacter(0x2F) { change(.pathname, 0) } else { changeAtSearch() }
  }

  private mutating func changeAtSearch() {
    if isSearchPrefix {
      change(.search, 1)
    } else if isCharacter(0x23) {
      change(.hash, 1)
    }
  }

  private mutating func rewind(_ next: State? = nil) {
    index = componentStart
    increment = 0
    if let next { state = next }
  }

  /// "Change state": takes what the old state collected, and fills in what was passed over.
  private mutating func change(_ next: State, _ skip: Int) {
    if let component = state.component { result[component] = componentString }
    if state != .start, next != .done {
      let isLater = next == .search || next == .hash
      switch state {
      case .scheme, .authority, .username, .password:
        if next == .port || next == .pathname || isLater, result.hostname == nil {
          result.hostname = []
        }
      default: break
      }
      if isLater, state != .pathname, state != .search, result.pathname == nil {
        result.pathname = isSpecial ? [0x2F] : []
      }
      if next == .hash, state != .search, result.search == nil { result.search = [] }
    }
    state = next
    index += skip
    componentStart = index
    increment = 0
  }

  private var componentString: [UInt8] {
    let start = tokens[min(componentStart, tokens.count - 1)].index
    let end = tokens[min(index, tokens.count - 1)].index
    return start < end ? Array(input[start..<end]) : []
  }

  private func isCharacter(_ byte: UInt8) -> Bool { isCharacter(byte, at: index) }

  /// Whether a token is this character and not syntax.
  private func isCharacter(_ byte: UInt8, at index: Int) -> Bool {
    let token = tokens[min(max(index, 0), tokens.count - 1)]
    guard token.value.count == 1, input[token.value.lowerBound] == byte else { return false }
    switch token.kind {
    case .char, .escapedChar, .invalidChar: return true
    default: return false
    }
  }

  /// Whether a `?` here begins the query, and is no modifier.
  private var isSearchPrefix: Bool {
    if isCharacter(0x3F) { return true }
    let token = tokens[min(index, tokens.count - 1)]
    guard token.value.count == 1, input[token.value.lowerBound] == 0x3F else { return false }
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .name, .regexp, .close, .asterisk: return false
    default: return true
    }
  }
}
