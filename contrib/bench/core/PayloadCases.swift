import JSON
import NavCore

/// Payloads, one of about 300 bytes a dialect: found out, read to the normal form, parsed and read.
///
/// The shapes are those of `Tests/Conformance/payload`.
enum PayloadCases {
  static var all: [Case] {
    ["detect", "form", "parse+form"].flatMap { work in
      Dialect.allCases.map { dialect in
        Case("payload/\(work)/\(dialect.rawValue)") {
          prepare(work, sample(of: dialect), dialect)
        }
      }
    } + [
      Case("payload/detect-first") { prepare("detect", alike("web_push"), .declarative) },
      Case("payload/detect-last") { prepare("detect", alike("web_pull"), .generic) },
    ]
  }

  /// The same payload for the first dialect that is asked and for the last, but for one letter.
  private static func alike(_ name: String) -> String {
    #"{"default_action_url":"https://shop.example.com/orders/1","\#(name)":8030,"a":1,"b":2,"c":3}"#
  }

  private static func prepare(
    _ work: String, _ text: String, _ dialect: Dialect
  ) -> () -> Void {
    let subject = Subject(Array(text.utf8))
    guard subject.dialect == dialect else { stop("the sample is not of \(dialect)") }
    return switch work {
    case "detect": { keep(subject.dialect) }
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

    var dialect: Dialect { reader.dialect(of: document, document.root) }
  }
}
