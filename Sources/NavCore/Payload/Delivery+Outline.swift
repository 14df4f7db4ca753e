import JSON

extension Delivery {
  /// Where a text stands; none where it is empty.
  struct Piece: BitwiseCopyable, Sendable {
    var start: UInt32 = 0
    var count: UInt32 = 0

    @inline(__always) var isPresent: Bool { count > 0 }
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// All of a delivery but its texts.
  struct Outline: Sendable {
    var dialect: Dialect
    var tapped: Bool
    var isSilent = false
    var marker: PayloadPlace = ""
    var screen = Piece()
    var link = Piece()
    var linkAt = Piece()
    var title = Piece()
    var body = Piece()
    var image = Piece()
    var messageID = Piece()
    var collapseKey = Piece()
    var action = Piece()
    var activationToken = Piece()
    var nothing = Piece()
    /// The data object, as JSON text; or where it stands in the payload's own document.
    var data = Piece()
    var dataNode: Node?
    var timeToLive: Int64?
    var sentAt: Int64?
    var expiresAt: Int64?
    var fields = 0
    /// Where the record of the first field begins.
    var fieldsStart = 0
    var usedFields = 0
    var calls = 0
    var buttons = 0

    init(_ dialect: Dialect) { (self.dialect, tapped) = (dialect, dialect.isTapped) }

    var isEmptyHanded: Bool {
      !screen.isPresent && !link.isPresent && !title.isPresent && !body.isPresent
    }

    var hasData: Bool { data.isPresent || dataNode != nil }
  }
}
