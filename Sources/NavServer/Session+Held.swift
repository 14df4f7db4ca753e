import JSON
import NavCore
import NavProtocol

extension Session {
  /// Destinations that wait for conditions in a session: more than a person follows up.
  static let heldLimit = 16

  /// Keeps a destination until its conditions hold; beyond the limit the oldest goes.
  func hold(_ item: Held) {
    held.append(item)
    if held.count > Session.heldLimit { held.removeFirst() }
  }

  /// Shows the `otherwise` screen of the newest held destination, once: not while one is there already.
  func showOtherwise(_ manifest: Manifest, tapped: Bool, at: Moment, _ event: inout [Command]) {
    guard let newest = held.last, newest.shown == nil,
      let screen = manifest.screen(named: newest.screen), let otherwise = screen.otherwise
    else { return }
    let name = manifest.screens[otherwise].name
    let last = held.count - 1
    for item in held.reversed() {
      guard let key = item.shown, seat.state.entry(key)?.screen == name else { continue }
      held[last].shown = key
      return
    }
    let destination = Destination(screen: otherwise, params: manifest.screens[otherwise].defaults)
    open(destination, stay: nil, tapped: tapped, manifest, at: at, &event)
    held[last].shown = event.lazy.compactMap(\.placed).last
  }

  /// Checks what is held against other manifests: params anew, calls that are declared; what no longer fits is
  /// dropped.
  func checkHeld(_ manifest: Manifest) {
    held = held.compactMap { item in
      guard let screen = manifest.screen(named: item.screen) else { return nil }
      var item = item
      var dropped: [Text] = []
      do throws(Refusal) {
        item.params = try screen.checked(item.params, dropped: &dropped)
      } catch {
        return nil
      }
      item.calls.removeAll { !screen.methods.contains($0) }
      return item
    }
  }

  /// Removes what the conditions do not allow, and opens the newest held destination that they do.
  ///
  /// Older ones that they allow become notices. Only for a session that has a front end: without one nothing
  /// is known.
  ///
  /// - Returns: The number of the request that goes on.
  func settle(_ manifest: Manifest, at: Moment, _ event: inout [Command]) -> UInt64? {
    let known = frontend == nil ? nil : conditions
    event += seat.removeEntries(of: manifest) { !$0.mayStay(known, manifest) }
    let ready = held.filter { item in
      manifest.screen(named: item.screen).map { allows($0, manifest) } ?? false
    }
    guard let newest = ready.last, let index = manifest.screenNames[newest.screen] else {
      showOtherwise(manifest, tapped: true, at: at, &event)
      return nil
    }
    held.removeAll { ready.contains($0) }
    removeShown(for: ready, manifest, &event)
    for older in ready.dropLast() {
      var notice = Notice(id: 0)
      notice.title = older.title
      (notice.screen, notice.params, notice.calls) = (older.screen, older.params, older.calls)
      notice.at = at.wall / 1000
      notice.until = older.until.map { ($0 &+ 999) / 1000 }
      let put = seat.put(notice)
      event += put.commands
      charge(notice: put.id, to: older.sender)
    }
    let destination = Destination(screen: index, params: newest.params, calls: newest.calls)
    let stay = newest.stay ?? manifest.screens[index].stay
    open(destination, stay: stay == 0 ? nil : stay, tapped: true, manifest, at: at, &event)
    return newest.number
  }

  /// Takes the `otherwise` screens away that were shown for held destinations, and the modals above them.
  private func removeShown(
    for items: [Held], _ manifest: Manifest, _ event: inout [Command]
  ) {
    let shown = Set(items.compactMap(\.shown))
    if let modal = seat.state.modals.first(where: { shown.contains($0.key) }) {
      seat.perform(.dismiss(modal.key), &event)
    }
    event += seat.removeEntries(of: manifest) { shown.contains($0.key) }
  }

  /// Drops what is of the user who was: what is held and noticed, what required a condition, the way back.
  func forgetUser(_ manifest: Manifest, _ event: inout [Command]) {
    removeShown(for: held, manifest, &event)
    held = []
    for notice in seat.state.notices { seat.perform(.clearNotice(notice.id), &event) }
    event += seat.removeEntries(of: manifest) { entry in
      manifest.screen(named: entry.screen).map { !$0.requires.isEmpty } ?? true
    }
    own(&event)
  }
}

extension Session.Held {
  /// The number of its request.
  var number: UInt64? { UInt64(request.string.dropFirst()) }
}

extension Command {
  /// The key of the entry that the command puts somewhere or delivers params to.
  var placed: UInt64? {
    switch self {
    case .push(_, let entry), .replace(_, let entry), .present(let entry): entry.key
    case .update(let key, _): key
    default: nil
    }
  }
}
