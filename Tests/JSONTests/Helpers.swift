import JSON

/// What parsing a text came to.
enum Outcome: Equatable {
  case read(canonical: String)
  case refused(JSONError.Reason, offset: Int)
}

/// Parses with the default depth and writes what was read.
func outcome(_ bytes: [UInt8], maximumDepth: Int = 32) -> Outcome {
  var document = Document()
  do throws(JSONError) {
    try document.parse(bytes, maximumDepth: maximumDepth)
  } catch {
    return .refused(error.reason, offset: error.offset)
  }
  return .read(canonical: document.encoded(document.root).string)
}

/// Parses a string with the default depth.
func outcome(_ text: String) -> Outcome { outcome(Array(text.utf8)) }

/// A document of a text that is known to be good.
func document(_ text: String) throws -> Document {
  var document = Document()
  try document.parse(Array(text.utf8))
  return document
}
