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
    guard !objects.isEmpty else { return "" }
    let name: String
    do throws(ObjectStoreError) { name = try PackStage(in: self).write(objects, from: handle) } catch {
      // `git gc` may have deleted an object or a pack meanwhile.
      try refresh()
      guard try restorePruned() > 0 || isGitRunning() else { throw error }
      name = try PackStage(in: self).write(objects, from: handle)
    }
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
  /// - Parameter flush: flushes a file of the directory to the device.
  /// - Throws: as `synchronizeLoose(_:)`.
  func synchronizeLoose(
    _ ids: [ObjectID], flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    try restorePruned()
    try refreshIfPacksChanged()
    var folders: Set<String> = []
    for id in ids {
      if isInOwnPack(id) {
        unflushed.remove(id)
        continue
      }
      try flushLoose(id, flush)
      folders.insert("objects/" + id.hex.prefix(2))
    }
    for folder in folders.sorted() { try directory.syncDirectory(folder) }
    if !folders.isEmpty { try directory.syncDirectory("objects") }
  }

  /// Makes one object durable as a loose file.
  ///
  /// A file that could not be flushed is written anew: the kernel takes what it could not write for written, and the next
  /// flush of the same file succeeds.
  func flushLoose(
    _ id: ObjectID, _ flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    if !unflushed.contains(id), (try? flush(LooseObject.name(of: id))) == nil { unflushed.insert(id) }
    guard unflushed.contains(id) else { return }
    try rewriteLoose(id)
    unflushed.remove(id)
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
      guard isInOwnPack(id) else { continue }
      if unlink(directory.path(LooseObject.name(of: id))) == 0 { dropped += 1 }
      spares.remove(id)
    }
    return dropped
  }

  /// Whether a pack of this repository, and of no other that it borrows from, has an object.
  private func isInOwnPack(_ id: ObjectID) -> Bool {
    var oid = id.oid
    return packs.contains { $0.pointee.exists?($0, &oid) == 1 }
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
