import JSON
import NavCore

/// Payloads, one of about 300 bytes a dialect: found out, read to the normal form, parsed and read.
///
/// The shapes are those of `Tests/Conformance/payload`.
enum PayloadCases {
  static var all: [Case] {
    ["detect", "form", "parse+form"].flatMap { work in
      Dialect.allCases.map { dialect in
        Case("payload/\(work)/\(dialect.rawValue)") { prepare(work, dialect) }
      }
    }
  }

  private static func prepare(_ work: String, _ dialect: Dialect) -> () -> Void {
    let text = Array(sample(of: dialect).utf8)
    let subject = Subject(text)
    guard subject.read().dialect == dialect else { stop("the sample is not of \(dialect)") }
    return switch work {
    case "detect": { subject.detect() }
    case "form": { keep(subject.read()) }
    default:
      {
        subject.parse()
        keep(subject.read())
      }
    }
  }

  /// A document and a reader that are kept, as a server keeps them.
  private final class Subject {
    private let text: [UInt8]
    private var document = Document()
    private var reader = PayloadReader()

    init(_ text: [UInt8]) {
      self.text = text
      parse()
    }

    func parse() {
      do throws(JSONError) { try document.parse(text) } catch { stop(error.message) }
    }

    func read() -> Delivery {
      do throws(Refusal) {
        return try reader.read(document, document.root)
      } catch {
        stop(error.message.string)
      }
    }

    func detect() {
      keep(reader.dialect(of: document, document.root))
    }
  }
}
