import JSON
import NavClient

/// The trace of `resolve --explain` as a tree: the way from a field to a screen.
struct Trace {
  /// What to write.
  let lines: [String]

  /// The most candidates that are shown where they do not match.
  private static let others = 12

  /// One line of the tree, and what is below it.
  private struct Branch {
    var text: String
    var branches: [Branch] = []
  }

  /// Reads the member `trace` of an answer.
  init(json: borrowing Document, _ trace: Node, style: Style = .current) {
    var tree: [Branch] = []
    if let arrival = json.text(trace, "arrival") {
      tree.append(Branch(text: "arrival  " + Shown.safe(arrival)))
    }
    if let dialect = json.text(trace, "dialect") {
      let marker = json.text(trace, "marker").map { ", claimed by " + Shown.safe($0) }
      tree.append(Branch(text: "dialect  " + Shown.safe(dialect) + (marker ?? "")))
    }
    if let nothing = json.text(trace, "nothing") {
      tree.append(Branch(text: "nothing to deliver  " + Shown.safe(nothing)))
    }
    let rules = json.list(trace, "rules")
    if !rules.isEmpty {
      tree.append(Branch(text: "rules", branches: Trace.verdicts(json, rules, style)))
    }
    if let screen = json.text(trace, "screen") {
      tree.append(Branch(text: "screen or class  " + style.strong(Shown.safe(screen))))
    }
    if let link = json.text(trace, "link") {
      let place = json.text(trace, "link_at").map { " at " + Shown.safe($0) }
      var branch = Branch(text: "link" + (place ?? "") + "  " + Shown.safe(link))
      for remark in json.list(trace, "url") {
        branch.branches.append(
          Branch(text: style.attention("URL") + "  " + Trace.text(json, remark)))
      }
      branch.branches += Trace.verdicts(json, json.list(trace, "candidates"), style)
      tree.append(branch)
    }
    let notes = json.list(trace, "notes").map { Branch(text: Trace.text(json, $0)) }
    if !notes.isEmpty { tree.append(Branch(text: "params", branches: notes)) }
    lines = [style.faint("because")] + Trace.draw(tree, style)
  }

  /// What was looked at, with its verdict; of many that do not match, the first.
  private static func verdicts(
    _ json: borrowing Document, _ candidates: [Node], _ style: Style
  ) -> [Branch] {
    var branches: [Branch] = []
    var left = 0
    var shown = 0
    for candidate in candidates {
      let matches = json.member(candidate, "matches").flatMap { json.bool($0) } == true
      if !matches {
        shown += 1
        guard shown <= others else {
          left += 1
          continue
        }
      }
      let names = ["app", "screen", "pattern"].compactMap { (name: StaticString) in
        json.text(candidate, name).map { Shown.safe($0) }
      }
      let verdict = matches ? style.good("yes") : style.faint("no ")
      let reason = json.text(candidate, "reason").map { ": " + Shown.safe($0) } ?? ""
      branches.append(Branch(text: verdict + "  " + names.joined(separator: "  ") + reason))
    }
    if left > 0 {
      branches.append(Branch(text: style.faint("… and \(left) more that do not match")))
    }
    return branches
  }

  private static func text(_ json: borrowing Document, _ node: Node) -> String {
    Shown.safe(json.text(node) ?? json.encoded(node))
  }

  private static func draw(_ branches: [Branch], _ style: Style) -> [String] {
    var lines: [String] = []
    for (index, branch) in branches.enumerated() {
      let isLast = index == branches.count - 1
      lines.append(style.faint(isLast ? "└─ " : "├─ ") + branch.text)
      let indent = style.faint(isLast ? "   " : "│  ")
      lines += draw(branch.branches, style).map { indent + $0 }
    }
    return lines
  }
}
