import JSON
import NavClient
import UnixIO

/// A file that keeps how far `watch` has come, so that the next one goes on there.
///
/// It is `{"epoch":…,"sessions":{NAME:REV,…}}` on one line, and is replaced in one step after each
/// event that was written: who is killed between the two shows that event again, and loses none.
struct Cursor {
  /// Where it is.
  let path: String
  /// What it says of each session.
  private(set) var positions: [Text: Position] = [:]

  /// Reads the file; one that is absent says nothing.
  init(path: String) throws(Failure) {
    self.path = path
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Files.read(path, limit: 1 << 20)
    } catch {
      if error == .notFound { return }
      throw .usage("\(Shown.safe(path)): \(error)")
    }
    var json = Document()
    do throws(JSONError) {
      try json.parse(bytes)
    } catch {
      throw Cursor.foreign(path)
    }
    guard let epoch = json.text(json.root, "epoch"), let list = json.member(json.root, "sessions")
    else { throw Cursor.foreign(path) }
    for (name, value) in json.pairs(list) {
      guard let rev = json.integer(value), rev >= 0 else { throw Cursor.foreign(path) }
      positions[name] = Position(epoch: epoch, rev: rev)
    }
  }

  private static func foreign(_ path: String) -> Failure {
    .usage(
      "\(Shown.safe(path)) is no cursor of navctl; name another file, or remove it to begin anew")
  }

  /// Notes an event, and replaces the file.
  mutating func save(_ event: NavigateEvent) throws(Errno) {
    positions = positions.filter { $0.value.epoch == event.epoch }
    positions[event.session] = Position(epoch: event.epoch, rev: event.rev)
    var out = Bytes()
    out.append("{\"epoch\":")
    out.append(quoted: event.epoch)
    out.append(",\"sessions\":{")
    out.append(list: positions.keys.sorted()) { out, name in
      out.append(quoted: name)
      out.append(":")
      out.append(positions[name]?.rev ?? 0)
    }
    out.append("}}\n")
    try Files.replace(path, with: out.text.bytes)
  }
}
