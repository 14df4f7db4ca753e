public import JSON

/// What a request was resolved to, before anything changes.
public struct Resolution: Sendable {
  /// Index of the app in the catalog.
  public var app: Int
  /// Where it goes; nil: nowhere, it is only a notice or has nothing to open.
  public var destination: Destination?
  /// Params that were given and are not declared, by name.
  public var dropped: [Text] = []
  /// Methods that were asked for and are not declared, by name.
  public var refused: [Text] = []
  /// The dialect of a payload; nil for a link.
  public var dialect: Dialect?
  /// The link that decided, as the URL Standard serializes it.
  public var link: Text?
  /// The payload's normal form; nil for a link.
  public var delivery: Delivery?
  /// Whether content says that a person tapped it.
  public var tapped: Bool

  /// Makes a resolution that goes nowhere.
  public init(app: Int, tapped: Bool) { (self.app, self.tapped) = (app, tapped) }
}

/// Values that may fill a screen's params, the strongest first.
struct ParamSources {
  var path: [Capture] = []
  var query: [Link.QueryItem] = []
  /// Names that did their work already, as a query constraint or a title: they are not reported as dropped.
  var constraints: [Text] = []
  var fields: [Params.Item] = []
}

extension Screen {
  /// Fills the declared params from the sources.
  ///
  /// - Throws: `param_invalid`, `param_missing` or `param_unknown`, with the place.
  func fill(_ sources: ParamSources, dropped: inout [Text]) throws(Refusal) -> Params {
    var items: [Params.Item] = []
    for param in params {
      if let value = try value(of: param, sources) {
        items.append(Params.Item(name: param.name, value: value))
      } else if let fallback = param.fallback {
        items.append(Params.Item(name: param.name, value: fallback))
      } else if param.required {
        throw Refusal(
          .param_missing,
          "screen '\(name.string)' needs the param '\(param.name.string)'; give it a value",
          at: Text("/params/\(param.name.string)"))
      }
    }
    for name in sources.query.map(\.name) + sources.fields.map(\.name)
    where param(named: name) == nil && !sources.constraints.contains(name)
      && !dropped.contains(name)
    {
      dropped.append(name)
    }
    if rejectsUnknownParams, let first = dropped.first {
      throw Refusal(
        .param_unknown,
        "screen '\(name.string)' does not declare the param \(quoted(first)); remove it or "
          + "declare it", at: Text("/params/\(first.string)"))
    }
    return Params(items)
  }

  private func value(of param: Param, _ sources: ParamSources) throws(Refusal) -> Text? {
    do throws(Refusal) {
      if let capture = sources.path.first(where: { $0.name == param.name }) {
        return try ParamConversion.convert(texts: capture.texts, to: param)
      }
      let given = sources.query.filter { $0.name == param.name }.map(\.value)
      if !given.isEmpty { return try ParamConversion.convert(texts: given, to: param) }
      if let field = sources.fields.first(where: { $0.name == param.name }) {
        return try ParamConversion.convert(encoded: field.value, to: param)
      }
      return nil
    } catch {
      if param.usesDefaultWhenInvalid, let fallback = param.fallback { return fallback }
      var refusal = error
      if refusal.at.isEmpty { refusal.at = Text("/params/\(param.name.string)") }
      throw refusal
    }
  }

  /// Whether the path params of a match convert; where one does not, the pattern does not match.
  func converts(_ captures: [Capture]) -> Bool {
    captures.allSatisfy { capture in
      guard let index = param(named: capture.name) else { return true }
      do throws(Refusal) {
        _ = try ParamConversion.convert(texts: capture.texts, to: params[index])
        return true
      } catch {
        return params[index].usesDefaultWhenInvalid
      }
    }
  }
}

extension ParamConversion {
  /// Converts a value that is kept as encoded JSON.
  static func convert(encoded: Text, to param: Param) throws(Refusal) -> Text {
    let bytes = encoded.bytes
    if bytes.count >= 2, bytes[0] == UInt8(ascii: "\""), !bytes.contains(UInt8(ascii: "\\")) {
      return try convert(text: Text(Array(bytes[1..<(bytes.count - 1)])), to: param)
    }
    var document = Document()
    do throws(JSONError) {
      try document.parse(bytes)
    } catch {
      throw Refusal(
        .param_invalid, "param '\(param.name.string)' is no JSON value",
        at: Text("/params/\(param.name.string)"))
    }
    return try convert(json: document, document.root, to: param)
  }
}

extension Screen {
  /// Params that a client gave for this screen, checked and completed.
  ///
  /// - Throws: `param_invalid`, `param_missing` or `param_unknown`.
  public func checked(_ given: Params, dropped: inout [Text]) throws(Refusal) -> Params {
    try fill(ParamSources(fields: given.items), dropped: &dropped)
  }
}
