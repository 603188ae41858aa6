internal import CGit2
package import GitObjects
internal import Glibc

extension Repository {
  /// Writes objects into one pack with deltas; the pack is durable on return (review C1).
  ///
  /// Keeps the objects' content in memory, so the caller leaves blobs over some MiB loose.
  ///
  /// - Returns: the pack's name without extension; empty if there was nothing to pack.
  /// - Throws: `.damaged` for the first object that cannot be read; `.failed` if the disk fails. No pack is written
  ///   then.
  package func writePack(objects: [ObjectID]) throws(ObjectStoreError) -> String {
    try restorePruned()
    try refreshIfPacksChanged()
    guard !objects.isEmpty else { return "" }
    let name: String
    do throws(ObjectStoreError) { name = try PackStage(in: self).write(objects, from: handle) } catch {
      // `git gc` may have deleted an object or a pack meanwhile.
      try refresh()
      guard try restorePruned() > 0 || RunningGit.works(in: root) else { throw error }
      name = try PackStage(in: self).write(objects, from: handle)
    }
    try refresh()
    return name
  }

  /// Makes objects durable as loose files; packed ones are durable already.
  ///
  /// - Throws: `.failed` if the device fails, or an object is neither loose nor packed.
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
  /// A file whose flush failed is written again: the kernel marks unwritten pages as clean, so that the next flush of
  /// the same file succeeds.
  func flushLoose(
    _ id: ObjectID, _ flush: (String) throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    if !unflushed.contains(id), (try? flush(LooseObject.name(of: id))) == nil { unflushed.insert(id) }
    guard unflushed.contains(id) else { return }
    try rewriteLoose(id)
    unflushed.remove(id)
  }

  /// The number of bytes that can still be written to the repository's file system; nil if it is not known.
  package var room: Int? {
    var status = statvfs()
    guard statvfs(directory.path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMuch ? .max : Int(clamping: bytes)
  }

  /// Deletes the loose copies and spares of packed objects; other objects are kept.
  ///
  /// - Returns: the number of deleted files.
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

  /// Returns whether a pack of this repository, not of one that it borrows from, contains an object.
  private func isInOwnPack(_ id: ObjectID) -> Bool {
    var oid = id.oid
    return packs.contains { $0.pointee.exists?($0, &oid) == 1 }
  }

  /// Deletes a loose object's file if it is empty, truncated or changed; returns whether it was.
  ///
  /// Nothing is lost: such a file only prevents the content from being stored again.
  package func removeIfDamaged(_ id: ObjectID) -> Bool {
    let name = LooseObject.name(of: id)
    guard directory.exists(name), (try? readLoose(id)) == nil else { return false }
    directory.remove(name)
    spares.removeIfDamaged(id)
    return true
  }
}
