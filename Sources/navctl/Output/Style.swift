import Glibc
import UnixIO

/// Colours, where standard output is a terminal that wants them.
struct Style {
  /// Whether to colour.
  let isOn: Bool

  /// The style of this process: off for a pipe, a `TERM` of `dumb`, or a non-empty `NO_COLOR`.
  static let current = Style(isOn: isWanted)

  /// Turns colours off; before anything is styled.
  static func refuse() { unsafe _ = setenv("NO_COLOR", "1", 1) }

  private static var isWanted: Bool {
    let refusal = Environment.value("NO_COLOR") ?? ""
    return Descriptor.isTerminal(1) && refusal.isEmpty && Environment.value("TERM") != "dumb"
  }

  /// What matters.
  func strong(_ text: String) -> String { wrap("1", text) }
  /// What may be passed over.
  func faint(_ text: String) -> String { wrap("2", text) }
  /// What went well.
  func good(_ text: String) -> String { wrap("32", text) }
  /// What wants attention.
  func attention(_ text: String) -> String { wrap("33", text) }

  private func wrap(_ code: String, _ text: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
