package import GitObjects
internal import Glibc

extension Repository {
  /// Returns the id that a reference names; nil if it does not exist or is broken (empty after a power cut, a link to
  /// nothing).
  ///
  /// Symbolic references are followed.
  package func reference(_ name: String) throws(ObjectStoreError) -> ObjectID? {
    var name = name
    for _ in 0..<5 {
      try ReferenceName.check(name)
      guard let text = try directory.text(name) else {
        try packedReferences.update(from: directory)
        return packedReferences.entries[name]
      }
      guard text.hasPrefix("ref: ") else { return ObjectID(hex: text) }
      name = String(text.dropFirst(5))
    }
    return nil
  }

  /// Returns whether a reference's own file exists and names nothing: empty or garbage, as after a power cut.
  package func isBroken(_ name: String) throws(ObjectStoreError) -> Bool {
    try ReferenceName.check(name)
    guard let text = try directory.text(name) else { return false }
    return !text.hasPrefix("ref: ") && ObjectID(hex: text).map { $0 == .zero } ?? true
  }

  /// Moves a reference from `expected` to another id, under git's own lock.
  ///
  /// As git does, a move of a branch is added to its reflog, and to HEAD's if HEAD is at that branch, so that the
  /// user's git can find the old value. A move of another reference is added if it has a log. Another program's lock is
  /// waited for up to 100 ms. A lock on `refs/stet/…` is stale then if no git runs, since only the holder of the
  /// process lock writes there, and is removed.
  ///
  /// - Throws: `.moved` if the reference has another value; `.locked` if another program keeps the lock, on
  ///   `refs/stet/…` for two seconds.
  package func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?
  ) throws(ObjectStoreError) {
    try setReference(name, to: id, expecting: expected, note: nil)
  }

  /// Moves a reference and writes the given author, time and reason to its reflog.
  ///
  /// - Parameter note: nil for the note of `setReference(_:to:expecting:)`.
  /// - Throws: as `setReference(_:to:expecting:)`.
  package func setReference(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?, note: ReflogNote?
  ) throws(ObjectStoreError) {
    try ReferenceWriter(repository: self).set(name, to: id, expecting: expected, note: note)
  }

  /// Returns all references whose full name starts with the prefix.
  package func references(withPrefix prefix: String) throws(ObjectStoreError) -> [String: ObjectID] {
    try packedReferences.update(from: directory)
    var found = packedReferences.entries.filter { $0.key.hasPrefix(prefix) }
    // The deepest directory that contains all of them.
    var start = prefix.hasPrefix("refs/") ? prefix : "refs/"
    while start.last != "/" { start.removeLast() }
    var pending = [String(start.dropLast())]
    while let directoryName = pending.popLast() {
      for entry in directory.names(in: directoryName) {
        let name = directoryName + "/" + entry
        guard let status = directory.status(name) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          pending.append(name)
        } else if name.hasPrefix(prefix), !name.hasSuffix(".lock") {
          // A broken loose file hides the packed value, as it does to git.
          found[name] = (try? ReferenceName.check(name)) == nil ? nil : try reference(name)
        }
      }
    }
    return found
  }
}
