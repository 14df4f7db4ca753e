import JSON
import NavCore

/// Navigation by itself: what a destination does to a session's state, as commands and as the next state.
enum NavigationCases {
  static var all: [Case] {
    [
      Case("navigation/update-50") { open("Top", seats: 1) },
      Case("navigation/push-50") { push(seats: 1) },
      Case("navigation/push-50-sessions-1k") { push(seats: 1_000) },
      Case("navigation/push-50-sessions-10k") { push(seats: 10_000) },
      Case("navigation/trim-64") { open("More", seats: 1, entries: 63) },
    ]
  }

  /// A seat whose tab has so many entries, and a manifest with its screens.
  private static func world(_ seats: Int, entries: Int = 49) -> (Manifest, [Seat]) {
    let text =
      #"{"app":"bench","root":"Home","screens":{"Home":{},"Item":{"params":{"id":"string"}},"#
      + #""Top":{"identity":[],"params":{"id":"string"}},"More":{"params":{"id":"string"}}}}"#
    let (manifest, problems) = ManifestLoader.load(path: "bench.json", bytes: Array(text.utf8))
    guard let manifest else { stop(problems.map(\.text.string).joined(separator: "\n")) }
    var seat = Seat(first: manifest)
    var event: [Command] = []
    for item in 1...entries {
      seat.open(destination("Item", "\(item)", manifest), of: manifest, into: &event)
    }
    seat.keep()
    // A seat of its own memory each, as sessions that grew by themselves have.
    return (
      manifest,
      (0..<seats).map { _ in
        var copy = seat
        copy.perform(.update(2, Params([.init(name: "id", value: "\"1\"")])), &event)
        copy.keep()
        event = []
        return copy
      }
    )
  }

  private static func destination(_ screen: Text, _ id: String, _ manifest: Manifest) -> Destination
  {
    guard let index = manifest.screenNames[screen] else { stop("no screen \(screen)") }
    return Destination(
      screen: index, params: Params([.init(name: "id", value: Text("\"\(id)\""))]))
  }

  /// Opens two destinations in turn.
  private static func open(_ screen: Text, seats count: Int, entries: Int = 49) -> () -> Void {
    var (manifest, seats) = world(count, entries: entries)
    let places = ["a", "b"].map { destination(screen, $0, manifest) }
    var event: [Command] = []
    var turn = 0
    return {
      turn &+= 1
      event.removeAll(keepingCapacity: true)
      seats[0].open(places[turn & 1], of: manifest, into: &event)
      seats[0].keep()
    }
  }

  /// Opens a destination and goes back from it, in one session after the other, in an order without pattern;
  /// half of it is one navigation.
  private static func push(seats count: Int) -> () -> Void {
    var (manifest, seats) = world(count)
    let place = destination("More", "a", manifest)
    var event: [Command] = []
    var turn = 0
    return {
      turn &+= 1
      let seat = (turn &* 7919) % count
      event.removeAll(keepingCapacity: true)
      seats[seat].open(place, of: manifest, into: &event)
      event += seats[seat].back(manifest).commands
      seats[seat].keep()
    }
  }
}
