import JSON

/// Values for params that are given beside a link, or without one.
struct ParamGiven {
  /// Values by name, of a client or a rule.
  var items: [Params.Item] = []
  /// The payload whose fields come last.
  var delivery: Delivery?
  /// Names that did their work already, as a link or a title: they are not reported as dropped.
  var quiet: [Text] = []

  var isEmpty: Bool { items.isEmpty && delivery == nil }
}
