internal import GitObjects
internal import Glibc

/// Moves references under git's own locks.
struct ReferenceWriter {
  let repository: Repository
  private var directory: GitDirectory { repository.directory }

  /// The number of 5 ms steps for which the function waits for another program's lock on a branch.
  private static let lockSteps = 20
  /// The same for a reference of Stet's while git is at work: `git gc` deletes the reference's file under its lock.
  private static let ownLockSteps = 400
  /// The number of times that a lock of Stet's is taken again after git deleted it.
  private static let lockLosses = 10
  /// The age in seconds from which a lock on a reference of Stet's counts as abandoned.
  private static let ownLockAge: Int64 = 60

  /// Moves a reference; the rules are those of `Repository.setReference`.
  func set(
    _ name: String, to id: ObjectID?, expecting expected: ObjectID?, note: ReflogNote?
  ) throws(ObjectStoreError) {
    try ReferenceName.check(name)
    guard name != "HEAD" else { throw .failed("HEAD is moved by git only") }
    let lock = name + ".lock"
    let content = id.map { Array(($0.hex + "\n").utf8) } ?? []
    try takeLock(lock, content: content, isOurs: name.hasPrefix(StetReference.prefix))
    do throws(ObjectStoreError) {
      // Nobody else moved a reference that only the holder of the process lock writes, nor a damaged one.
      if try repository.reference(name) != expected {
        guard name.hasPrefix(StetReference.prefix), try repository.isBroken(name) else {
          throw ObjectStoreError.moved(reference: name)
        }
      }
      if let id {
        if name.hasPrefix("refs/heads/") || directory.exists("logs/" + name) {
          try repository.reflogs.noteMove(of: name, from: expected, to: id, note ?? ReflogNote())
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
      guard errno == ENOENT, name.hasPrefix(StetReference.prefix) else { break }
      try takeLock(lock, content: content, isOurs: true)
    }
    // An empty directory may be left of a deleted reference "name/below".
    directory.removeDirectory(name)
    try directory.rename(lock, to: name)
  }

  /// Creates a lock file with a content.
  ///
  /// A lock on a file that git locks, too, is linked to its name when it is complete, so that its content distinguishes
  /// it from git's after a kill (`clearStaleBranchLock`).
  private func takeLock(_ lock: String, content: [UInt8], isOurs: Bool) throws(ObjectStoreError) {
    let temporary = repository.temporaryName("stet/lock-")
    if !isOurs {
      guard try directory.create(temporary, content) else { throw .locked(directory.path(temporary)) }
    }
    defer { if !isOurs { directory.remove(temporary) } }
    for step in 0...(isOurs ? Self.ownLockSteps : Self.lockSteps) {
      if try isOurs ? directory.create(lock, content) : directory.link(temporary, to: lock) { return }
      if isOurs, step > 0, step.isMultiple(of: Self.lockSteps), isAbandoned(lock) {
        directory.remove(lock)
      } else {
        // git holds such locks for microseconds, less than a watch would take; this domain's own thread may block.
        usleep(5_000)
      }
    }
    throw .locked(directory.path(lock))
  }

  /// Returns whether a lock on a reference of Stet's is a leftover of an ended program.
  private func isAbandoned(_ lock: String) -> Bool {
    guard let status = directory.status(lock) else { return false }
    return Int64(time(nil)) - Int64(status.st_mtim.tv_sec) > Self.ownLockAge || !RunningGit.works(in: repository.root)
  }

  private func dropPacked(_ name: String) throws(ObjectStoreError) {
    try repository.packedReferences.update(from: directory)
    guard repository.packedReferences.entries[name] != nil else { return }
    try takeLock("packed-refs.lock", content: [], isOurs: false)
    let temporary = repository.temporaryName("packed-refs.")
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
