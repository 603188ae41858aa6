package import GitObjects
internal import Glibc

extension Repository {
  /// The number of 5 ms steps for which the function waits for another program's lock on a branch.
  private static let lockSteps = 20
  /// The same for a reference of Stet's while git is at work: `git gc` deletes the reference's file under its lock.
  private static let ownLockSteps = 400
  /// The number of times that a lock of Stet's is taken again after git deleted it.
  private static let lockLosses = 10
  /// The age in seconds from which a lock on a reference of Stet's counts as abandoned.
  private static let ownLockAge: Int64 = 60

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
    try ReferenceName.check(name)
    guard name != "HEAD" else { throw .failed("HEAD is moved by git only") }
    let lock = name + ".lock"
    let content = id.map { Array(($0.hex + "\n").utf8) } ?? []
    try takeLock(lock, content: content, isOurs: name.hasPrefix("refs/stet/"))
    do throws(ObjectStoreError) {
      // Nobody else moved a reference that only the holder of the process lock writes, nor a damaged one.
      if try reference(name) != expected {
        guard name.hasPrefix("refs/stet/"), try isBroken(name) else { throw ObjectStoreError.moved(reference: name) }
      }
      if let id {
        if name.hasPrefix("refs/heads/") || directory.exists("logs/" + name) {
          try noteMove(of: name, from: expected, to: id, note ?? ReflogNote())
        }
        try replaceReference(name, lock: lock, content: content)
      } else {
        try dropPacked(name)
        directory.remove(name)
        directory.remove("logs/" + name)
        directory.remove(lock)
      }
    } catch {
      directory.remove(lock)
      throw error
    }
  }

  /// Renames the lock over the reference.
  ///
  /// A git whose lock counted as stale deletes Stet's by name when it ends, for example `git reflog expire`. A lock on
  /// `refs/stet/…` is then taken again. Nobody else has moved the reference meanwhile.
  private func replaceReference(_ name: String, lock: String, content: [UInt8]) throws(ObjectStoreError) {
    for _ in 0..<Self.lockLosses {
      if Glibc.rename(directory.path(lock), directory.path(name)) == 0 { return }
      guard errno == ENOENT, name.hasPrefix("refs/stet/") else { break }
      try takeLock(lock, content: content, isOurs: true)
    }
    // An empty directory may be left of a deleted reference "name/below".
    directory.removeDirectory(name)
    try directory.rename(lock, to: name)
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

  /// Creates a lock file with a content.
  ///
  /// A lock on a file that git locks, too, is linked to its name when it is complete, so that its content distinguishes
  /// it from git's after a kill (`clearStaleBranchLock`).
  private func takeLock(_ lock: String, content: [UInt8], isOurs: Bool) throws(ObjectStoreError) {
    let temporary = temporaryName("stet/lock-")
    if !isOurs {
      guard try directory.create(temporary, content) else { throw .locked(directory.path(temporary)) }
    }
    defer { if !isOurs { directory.remove(temporary) } }
    for step in 0...(isOurs ? Self.ownLockSteps : Self.lockSteps) {
      if try isOurs ? directory.create(lock, content) : directory.link(temporary, to: lock) { return }
      if isOurs, step > 0, step.isMultiple(of: Self.lockSteps), isAbandoned(lock) {
        directory.remove(lock)
      } else {
        // git holds such locks for microseconds; this domain's own thread may block.
        usleep(5_000)
      }
    }
    throw .locked(directory.path(lock))
  }

  /// Returns whether a lock on a reference of Stet's is a leftover of an ended program.
  private func isAbandoned(_ lock: String) -> Bool {
    guard let status = directory.status(lock) else { return false }
    return Int64(time(nil)) - Int64(status.st_mtim.tv_sec) > Self.ownLockAge || !RunningGit.works(in: root)
  }

  private func dropPacked(_ name: String) throws(ObjectStoreError) {
    try packedReferences.update(from: directory)
    guard packedReferences.entries[name] != nil else { return }
    try takeLock("packed-refs.lock", content: [], isOurs: false)
    let temporary = temporaryName("packed-refs.")
    do throws(ObjectStoreError) {
      let content = PackedReferences.content(try directory.read("packed-refs") ?? [], without: name)
      guard try directory.create(temporary, content) else { throw ObjectStoreError.locked(temporary) }
      try directory.rename(temporary, to: "packed-refs")
      directory.remove("packed-refs.lock")
    } catch {
      directory.remove(temporary)
      directory.remove("packed-refs.lock")
      throw error
    }
  }
}

/// git's rules for the names of references.
enum ReferenceName {
  /// Checks a full name, `HEAD` or below `refs/`, by the rules of `git check-ref-format`.
  ///
  /// A name becomes a path below `.git`, so this check also confines it there.
  ///
  /// - Throws: `ObjectStoreError.failed` with the name.
  static func check(_ name: String) throws(ObjectStoreError) {
    guard name == "HEAD" || (name.hasPrefix("refs/") && isValid(name)) else {
      throw .failed("'\(name)' is not a name of a reference")
    }
  }

  private static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count < 1_024, bytes.last != UInt8(ascii: "."), !name.contains(".."), !name.contains("@{") else {
      return false
    }
    let forbidden = Set("~^:?*[\\ \u{7F}".utf8)
    guard !bytes.contains(where: { $0 < 0x20 || forbidden.contains($0) }) else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != UInt8(ascii: ".") && !part.reversed().starts(with: ".lock".utf8.reversed())
    }
  }
}
