public import JSON

/// The one normal form of every payload, whatever dialect it came in.
///
/// It is made once and shared from then on; only a reader that is the last to hold it fills it anew. All
/// its texts stand in one block of memory; a text is copied when it is asked for.
public final class Delivery: @unchecked Sendable {
  /// What it has, and where the texts of it stand.
  private(set) var outline = Outline(.generic)
  /// The texts, one record after the other.
  private var texts = Bytes()

  /// Takes what a reader has read, and gives it the memory of what it held before.
  ///
  /// - Precondition: Nobody else holds it.
  func fill(_ outline: Outline, _ texts: inout Bytes) {
    self.outline = outline
    swap(&self.texts, &texts)
  }

  /// The outer dialect that claimed the payload.
  public var dialect: Dialect { outline.dialect }
  /// What decided that it did: a JSON Pointer, for the trace.
  public var marker: Text { text(outline.marker.named) ?? Text(outline.marker.literal) }
  /// The screen or class name, where the payload has one.
  public var screen: Text? { text(outline.screen) }
  /// The link, where the payload has one.
  public var link: Text? { text(outline.link) }
  /// Where the link stood: a JSON Pointer.
  public var linkAt: Text { text(outline.linkAt) ?? "" }
  /// What people read.
  public var title: Text? { text(outline.title) }
  /// What people read.
  public var body: Text? { text(outline.body) }
  /// A picture's URL.
  public var image: Text? { text(outline.image) }
  /// The message's own id.
  public var messageID: Text? { text(outline.messageID) }
  /// The collapse key, tag or topic.
  public var collapseKey: Text? { text(outline.collapseKey) }
  /// Time to live in milliseconds; 0: now or never.
  public var timeToLive: Int64? { outline.timeToLive }
  /// When it was sent, in Unix milliseconds.
  public var sentAt: Int64? { outline.sentAt }
  /// When it is worth nothing any more, in Unix milliseconds.
  public var expiresAt: Int64? { outline.expiresAt }
  /// Whether content says that a person tapped it.
  public var tapped: Bool { outline.tapped }
  /// Which button was tapped, where the payload says so.
  public var action: Text? { text(outline.action) }
  /// The windowing system's activation token, where the payload has one.
  public var activationToken: Text? { text(outline.activationToken) }
  /// Whether it is a push that shows nothing to people: it never navigates by itself.
  public var isSilent: Bool { outline.isSilent }
  /// Why there is nothing to deliver, where the payload is traffic of the push system's own: the outcome is `ignored`.
  public var nothing: Text? { text(outline.nothing) }
  /// Whether it has no screen, no link and nothing for people to read, so that only a rule can use it.
  public var isEmptyHanded: Bool { outline.isEmptyHanded }

  /// Named values that may fill params, in order; system keys are left out.
  public var items: PayloadFields { PayloadFields(self) }
  /// A copy of ``items``.
  public var fields: [Params.Item] { outline.fields == 0 ? [] : items.list }
  /// Names of `fields` that already did something else, as a link or a title: they fill params that are
  /// declared, but are neither reported as dropped nor rejected where they are not.
  public var usedNames: [Text] { outline.usedFields == 0 ? [] : items.usedNames }

  /// The methods to call.
  public var calls: [Text] {
    guard outline.calls > 0 else { return [] }
    var calls: [Text] = []
    records { record, texts in
      if record.kind == .call { calls.append(Text(copying: texts.extracting(record.first))) }
      return true
    }
    return calls
  }

  /// The buttons, with their links.
  public var buttons: [Notice.Button] {
    guard outline.buttons > 0 else { return [] }
    var buttons: [Notice.Button] = []
    records { record, texts in
      switch record.kind {
      case .button:
        buttons.append(
          Notice.Button(
            id: Text(copying: texts.extracting(record.first)),
            title: Text(copying: texts.extracting(record.second))))
      case .buttonLink where !buttons.isEmpty:
        buttons[buttons.count - 1].link = Text(copying: texts.extracting(record.first))
      default: break
      }
      return true
    }
    return buttons
  }

  /// Whether data are an object of their own.
  public var hasData: Bool { outline.hasData }

  /// Shows the data object, in which the manifest's rules look second, in the payload's document or in
  /// one of its own; nil where data are the payload itself.
  public func withData<Result>(
    in payload: borrowing Document, _ body: (borrowing Document, Node) -> Result
  ) -> Result? {
    if let node = outline.dataNode { return body(payload, node) }
    guard outline.data.isPresent else { return nil }
    var document = Document()
    do {
      try withTexts { texts throws(JSONError) in
        try document.parse(texts.extracting(outline.data.range))
      }
    } catch {
      return nil
    }
    return body(document, document.root)
  }

  @inline(__always) private func text(_ piece: Piece) -> Text? {
    piece.isPresent ? copy(piece) : nil
  }

  private func copy(_ piece: Piece) -> Text {
    withTexts { Text(copying: $0.extracting(piece.range)) }
  }

  /// Shows all texts, to which the ranges of the outline belong.
  @inline(__always)
  func withTexts<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try texts.withSpan(body)
  }

  /// Shows the records of the fields in order, until `body` says no.
  @inline(__always)
  func fields(_ body: (PayloadRecord, Span<UInt8>) -> Bool) {
    guard outline.fields > 0 else { return }
    withTexts { texts in
      texts.records(from: outline.fieldsStart) { record, texts in
        guard record.kind == .field || record.kind == .usedField else { return true }
        return body(record, texts)
      }
    }
  }

  /// Shows the records in order, until `body` says no.
  func records(_ body: (PayloadRecord, Span<UInt8>) -> Bool) {
    withTexts { $0.records(body) }
  }
}
