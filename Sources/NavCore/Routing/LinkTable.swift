public import JSON

/// What a compiled link asks beside its path, flat.
struct LinkTable: ~Copyable, Sendable {
  /// Half a cache line, since this is read of one link in many.
  struct Row: BitwiseCopyable {
    var app: Int32
    var screen: Int32
    var target: ScreenTable.Row
    /// Index into ``conditions``; -1: there are none.
    var condition: Int32 = -1
    /// Where the params that its captures fill begin in ``params``.
    var firstCapture: Int32
    /// The first four of them.
    var captures: InlineArray<4, UInt8>
    var origins: OriginSet
  }

  /// What it asks of scheme, host, fragment and query.
  struct Condition: BitwiseCopyable {
    /// Index into ``texts``; -1: any.
    var scheme: Int32 = -1
    /// Index into ``texts``; -1: any.
    var host: Int32 = -1
    /// Index into ``texts``; -1: any.
    var fragment: Int32 = -1
    /// Where the query constraints begin: key and value by turns, in ``texts``.
    var first: Int32
    var count: Int32
  }

  private(set) var rows = Table<Row>()
  private(set) var conditions = Table<Condition>()
  /// For each capture of each link the position of the param that it fills.
  private var params = Table<UInt8>()
  private(set) var texts: [Text] = []

  init(_ links: [CompiledLink], _ manifests: [Manifest], _ screens: borrowing ScreenTable) {
    for link in links {
      var row = Row(
        app: Int32(truncatingIfNeeded: link.app), screen: Int32(truncatingIfNeeded: link.screen),
        target: screens.row(link.app, link.screen),
        firstCapture: Int32(truncatingIfNeeded: params.count), captures: [0, 0, 0, 0],
        origins: link.origins)
      let screen = manifests[link.app].screens[link.screen]
      for segment in link.segments {
        for name in segment.names {
          let number = params.count - Int(row.firstCapture)
          let param = UInt8(truncatingIfNeeded: screen.param(named: name) ?? 0)
          if number < 4 { row.captures[number] = param }
          params.append(param)
        }
      }
      row.condition = add(link)
      rows.append(row)
    }
  }

  /// The position of the param that a capture fills.
  @inline(__always) func param(_ row: Row, _ capture: Int) -> Int {
    Int(capture < 4 ? row.captures[capture] : params[Int(row.firstCapture) &+ capture])
  }

  private mutating func add(_ link: CompiledLink) -> Int32 {
    if link.scheme == nil, link.host == nil, link.fragment == nil, link.query.isEmpty { return -1 }
    var condition = Condition(first: 0, count: Int32(truncatingIfNeeded: link.query.count))
    if let scheme = link.scheme { condition.scheme = add(scheme) }
    if let host = link.host { condition.host = add(host) }
    if let fragment = link.fragment { condition.fragment = add(fragment) }
    condition.first = Int32(truncatingIfNeeded: texts.count)
    for (key, value) in link.query { texts += [key, value] }
    conditions.append(condition)
    return Int32(truncatingIfNeeded: conditions.count - 1)
  }

  private mutating func add(_ text: Text) -> Int32 {
    texts.append(text)
    return Int32(truncatingIfNeeded: texts.count - 1)
  }

  /// Whether scheme, host, query and fragment of a link satisfy a row.
  func accepts(_ link: Link, _ row: Row) -> Bool {
    guard row.condition >= 0 else { return true }
    let asked = conditions[Int(row.condition)]
    let href = link.href.bytes.span
    if asked.scheme >= 0, !equal(href, link.schemeRange, texts[Int(asked.scheme)]) { return false }
    if asked.host >= 0, !Hosts.matches(texts[Int(asked.host)], href, link.authority) {
      return false
    }
    if asked.fragment >= 0 {
      guard let fragment = link.fragment,
        equal(link.text.span, fragment, texts[Int(asked.fragment)])
      else { return false }
    }
    for number in 0..<Int(asked.count) where !holds(link, Int(asked.first) + number * 2) {
      return false
    }
    return true
  }

  private func holds(_ link: Link, _ constraint: Int) -> Bool {
    let text = link.text.span
    var position = link.query.start
    while let (name, value) = link.query.pair(text, &position) {
      if equal(text, name, texts[constraint]), equal(text, value, texts[constraint + 1]) {
        return true
      }
    }
    return false
  }

  /// Whether a name is the key of one of a row's query constraints.
  func isKey(_ text: Span<UInt8>, _ name: Range<Int>, of row: Row) -> Bool {
    guard row.condition >= 0 else { return false }
    let asked = conditions[Int(row.condition)]
    for number in 0..<Int(asked.count)
    where equal(text, name, texts[Int(asked.first) + number * 2]) {
      return true
    }
    return false
  }

  /// The keys of a row's query constraints.
  func keys(_ row: Row) -> [Text] {
    guard row.condition >= 0 else { return [] }
    let asked = conditions[Int(row.condition)]
    return (0..<Int(asked.count)).map { texts[Int(asked.first) + $0 * 2] }
  }
}

/// Hosts by whole labels.
public enum Hosts {
  /// Whether a host is the one of a pattern; `*.` in front stands for one label or more.
  public static func matches(_ pattern: Text, _ host: Text) -> Bool {
    host.withSpan { matches(pattern, $0, 0..<$0.count) }
  }

  static func matches(_ pattern: Text, _ bytes: Span<UInt8>, _ host: Range<Int>) -> Bool {
    guard pattern.bytes.starts(with: "*.".utf8) else { return equal(bytes, host, pattern) }
    var index = host.upperBound - pattern.count + 1
    guard index > host.lowerBound else { return false }
    for byte in pattern.bytes.dropFirst() {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }
}
