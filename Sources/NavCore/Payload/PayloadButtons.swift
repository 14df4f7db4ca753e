import JSON

/// Reads the buttons of a notification; every system names their members in its own way.
enum PayloadButtons {
  /// The names of a button's id, title and link.
  struct Names {
    var id: StaticString
    var title: StaticString
    var link: StaticString

    @inline(__always) static var navd: Names { Names(id: "id", title: "title", link: "link") }
    @inline(__always) static var web: Names {
      Names(id: "action", title: "title", link: "navigate")
    }
    @inline(__always) static var explainer: Names {
      Names(id: "action", title: "title", link: "url")
    }
    @inline(__always) static var onesignal: Names { Names(id: "i", title: "n", link: "u") }
    @inline(__always) static var onesignalLong: Names {
      Names(id: "id", title: "text", link: "url")
    }
    @inline(__always) static var homeassistant: Names {
      Names(id: "action", title: "title", link: "uri")
    }
  }

  /// The most buttons that are kept; more are left out.
  static let maximum = 16

  /// Adds the buttons of an array that have an id.
  @inline(__always) static func read(
    _ json: borrowing Document, _ array: Node?, _ names: Names, into draft: inout PayloadDraft
  ) {
    guard let array = json.array(array) else { return }
    json.elements(array) { element in
      var id: Node?
      var title: Node?
      var link: Node?
      json.members(element) { name, value in
        if name.is(names.id) {
          id = value
        } else if name.is(names.title) {
          title = value
        } else if name.is(names.link) {
          link = value
        }
      }
      guard draft.form.buttons < maximum, let id = json.identifier(id) else { return }
      draft.button(id: id, title: json.string(title), link: link, of: json)
    }
  }
}
