import JSON

/// A session's or an app's name, and whose it is; its hash is counted once, however often it is looked for.
struct OwnedName: Hashable {
  let name: Text
  let uid: UInt32
  /// Seeded anew in every run, so that nobody can choose names that collide.
  let seededHash: UInt32

  init(_ name: Text, of uid: UInt32) {
    (self.name, self.uid) = (name, uid)
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(uid)
    seededHash = UInt32(truncatingIfNeeded: hasher.finalize())
  }

  func hash(into hasher: inout Hasher) { hasher.combine(seededHash) }
}
