package import GitObjects
internal import Glibc

/// Second names of loose objects that no pack contains yet, in a folder that `git prune` does not search (decision 67).
///
/// `git gc --prune=now` deletes each loose object that had no reference when gc started, even if it has one by then. A
/// spare keeps the file, and the object's name in `objects` is restored from it.
struct SpareObjects {
  /// The folder of the spares below `.git`; each is named by its id.
  private static let folder = "stet/spares"
  /// The number of tries to create a name whose empty directory `git prune` removes meanwhile.
  static let attempts = 10

  /// The repository's files.
  let directory: GitDirectory

  /// The objects that have a spare, in no order.
  var ids: [ObjectID] { directory.names(in: Self.folder).compactMap { ObjectID(hex: $0) } }

  private func name(_ id: ObjectID) -> String { Self.folder + "/" + id.hex }

  /// Creates a second name for an object's file; false if the file does not exist.
  ///
  /// On a file system without hard links there are no spares: only the journal keeps the object until it is packed.
  ///
  /// - Parameter replaces: whether an existing spare may be damaged and is replaced.
  func add(_ id: ObjectID, file: String, replaces: Bool) -> Bool {
    let spare = directory.path(name(id))
    for _ in 0..<Self.attempts {
      if Glibc.link(directory.path(file), spare) == 0 { return true }
      switch errno {
      case EEXIST where replaces: unlink(spare)
      case ENOENT:
        guard directory.exists(file), (try? directory.makeParents(of: name(id))) != nil else {
          return directory.exists(file)
        }
      default: return true
      }
    }
    return true
  }

  /// Writes a spare file for an object that only a pack contains, because `git gc` deletes packs, too.
  func add(_ id: ObjectID, content: @autoclosure () throws(ObjectStoreError) -> [UInt8]) {
    guard !directory.exists(name(id)) else { return }
    // Without space for it the pack must suffice.
    _ = try? directory.create(name(id), content(), mode: 0o444)
  }

  /// Restores an object's name in `objects`; false if it has no spare.
  func restore(_ id: ObjectID) -> Bool {
    let loose = LooseObject.name(of: id)
    for _ in 0..<Self.attempts {
      if Glibc.link(directory.path(name(id)), directory.path(loose)) == 0 || errno == EEXIST { return true }
      guard errno == ENOENT, directory.exists(name(id)) else { return false }
      try? directory.makeParents(of: loose)
    }
    return false
  }

  /// Deletes the spare of an object, if it has one.
  func remove(_ id: ObjectID) { directory.remove(name(id)) }

  /// Returns the time when an object's spare was created, in seconds since 1970; nil if it has none.
  func since(_ id: ObjectID) -> Int64? { directory.status(name(id)).map { Int64($0.st_ctim.tv_sec) } }

  /// The size above which contents were flushed before they got their spare, so that they are not checked by reading.
  private static let readWhole = 16 << 20

  /// Deletes the spare of an object if it is empty, truncated or changed, as after a power cut.
  func removeIfDamaged(_ id: ObjectID) {
    let start = try? directory.read(name(id), atMost: LooseObject.headerBytes)
    if let header = start.flatMap({ LooseObject.header(of: $0) }) {
      // A small file may be large in memory.
      if header.size > Self.readWhole { return }
      if let file = try? directory.read(name(id)), let object = LooseObject.parse(file),
        object.content.withUnsafeBytes({ LibGit2.id(of: object.kind, $0) }) == id
      {
        return
      }
    }
    remove(id)
  }
}

/// Restores objects that `git gc --prune=now` deletes beside a running recorder from their spares (decision 67).
extension Repository {
  /// The time in seconds after which an unpacked object's spare is deleted: no `git prune` keeps its list of objects
  /// that long.
  private static let spareTime: Int64 = 600

  /// Restores loose objects that git deleted although they are in use; costs one `stat` for each object written since
  /// the last checkpoint.
  ///
  /// - Returns: the number of restored objects.
  /// - Throws: `.failed` if the packs cannot be read.
  @discardableResult
  package func restorePruned() throws(ObjectStoreError) -> Int {
    let gone = spares.ids.filter { !directory.exists(LooseObject.name(of: $0)) }
    guard !gone.isEmpty else { return 0 }
    try refreshIfPacksChanged()
    return gone.count { !isPacked($0) && spares.restore($0) }
  }

  /// Restores objects that were pruned while no recorder ran, and deletes spares that a power cut damaged. Called by
  /// the holder of the process lock before it reads anything.
  ///
  /// - Throws: as `restorePruned`.
  package func restorePrunedAtStart() throws(ObjectStoreError) {
    for id in spares.ids { spares.removeIfDamaged(id) }
    try restorePruned()
  }

  /// Deletes old spares of objects that no checkpoint packs, because git or an exchange wrote them.
  ///
  /// - Parameter now: the time in seconds since 1970.
  package func dropOldSpares(now: Int64) {
    for id in spares.ids where spares.since(id).map({ now - $0 > Self.spareTime }) ?? false { spares.remove(id) }
  }

  /// Adds a spare of an object that existed already, because it may be pruned soon.
  func keepSpare(of id: ObjectID) {
    _ = spares.add(id, file: LooseObject.name(of: id), replaces: false)
  }
}
