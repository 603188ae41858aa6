internal import CGit2
package import GitObjects
internal import Glibc

extension Repository {
  /// Writes objects into one pack with deltas; when it returns, the pack is durable (review C1).
  ///
  /// Holds the objects' content in memory while it works: blobs over some MiB are left loose by the caller.
  ///
  /// - Returns: the pack's name without extension; empty where there was nothing to pack.
  /// - Throws: `.damaged` for the first object that cannot be read; `.failed` where the disk refuses. No pack then.
  package func writePack(objects: [ObjectID]) throws(ObjectStoreError) -> String {
    try restorePruned()
    try refreshIfPacksChanged()
    let written: String?
    do throws(ObjectStoreError) { written = try PackStage.write(objects, from: handle, into: directory) } catch {
      // `git gc` may have deleted an object or a pack meanwhile.
      try refresh()
      guard try restorePruned() > 0 || isGitRunning() else { throw error }
      written = try PackStage.write(objects, from: handle, into: directory)
    }
    guard let name = written else { return "" }
    try refresh()
    return name
  }

  /// Makes objects durable as the loose files that they are; those that are in a pack are so already.
  ///
  /// - Throws: `.failed` where the device refuses, or an object is neither.
  package func synchronizeLoose(_ ids: [ObjectID]) throws(ObjectStoreError) {
    try synchronizeLoose(ids) { name throws(ObjectStoreError) in try directory.syncFile(name) }
  }

  /// Makes objects durable as loose files.
  ///
  /// A file that could not be flushed is written anew: the kernel takes what it could not write for written, and the next
  /// flush of the same file succeeds.
  ///
  /// - Parameter flush: flushes a file of the directory to the device.
  /// - Throws: as `synchronizeLoose(_:)`.
  func synchronizeLoose(
    _ ids: [ObjectID], flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    try restorePruned()
    try refreshIfPacksChanged()
    var folders: Set<String> = []
    for id in ids {
      var oid = id.oid
      if packs.contains(where: { $0.pointee.exists?($0, &oid) == 1 }) {
        unflushed.remove(id)
        continue
      }
      if !unflushed.contains(id), (try? flush(LooseObject.name(of: id))) == nil { unflushed.insert(id) }
      if unflushed.contains(id) {
        try rewriteLoose(id)
        unflushed.remove(id)
      }
      folders.insert("objects/" + id.hex.prefix(2))
    }
    for folder in folders.sorted() { try directory.syncDirectory(folder) }
    if !folders.isEmpty { try directory.syncDirectory("objects") }
  }

  /// How many bytes may still be written to the file system that the repository is on; nil where that is not known.
  package var room: Int? {
    var status = statvfs()
    guard statvfs(directory.path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMuch ? .max : Int(clamping: bytes)
  }

  /// Removes the loose copies of objects that are in a pack, and their spares; those that are in none stay.
  ///
  /// - Returns: how many files went.
  @discardableResult
  package func dropLoose(_ ids: [ObjectID]) throws(ObjectStoreError) -> Int {
    try refreshIfPacksChanged()
    var dropped = 0
    for id in ids {
      var oid = id.oid
      guard packs.contains(where: { $0.pointee.exists?($0, &oid) == 1 }) else { continue }
      if unlink(directory.path(LooseObject.name(of: id))) == 0 { dropped += 1 }
      spares.remove(id)
    }
    return dropped
  }

  /// The ids of all loose objects of this repository, in no order; for recovery, which looks at each (F4).
  package func looseObjects() -> [ObjectID] {
    directory.names(in: "objects").filter { $0.utf8.count == 2 }.flatMap { fan in
      directory.names(in: "objects/" + fan).compactMap { ObjectID(hex: fan + $0) }
    }
  }

  /// Removes a loose object's file if it is empty, cut short or changed; true where it was.
  ///
  /// Nothing is lost by it: such a file only keeps the content from being stored again.
  package func removeIfDamaged(_ id: ObjectID) -> Bool {
    let name = LooseObject.name(of: id)
    guard directory.exists(name), (try? readLoose(id)) == nil else { return false }
    directory.remove(name)
    spares.removeIfDamaged(id)
    return true
  }
}
