import JSON
import NavClient
import NavCore

/// An event as lines: a head, and its commands.
enum EventText {
  /// The head: session, revision, request and cause.
  static func head(_ event: NavigateEvent, style: Style = .current) -> String {
    var parts = [style.strong("\(Shown.safe(event.session)) rev \(event.rev)")]
    if let request = event.request { parts.append(Shown.safe(request)) }
    let causes = [event.origin, event.arrival, event.dialect].compactMap { $0 }
    if !causes.isEmpty { parts.append(causes.map { Shown.safe($0) }.joined(separator: ", ")) }
    if let report = event.report { parts.append("report \(Shown.safe(report))") }
    return parts.joined(separator: style.faint("  "))
  }

  /// The commands, indented.
  static func commands(_ event: NavigateEvent, style: Style = .current) -> [String] {
    let picture = Picture(style: style)
    return event.commands.map { "  " + picture.text(of: $0) }
  }
}
