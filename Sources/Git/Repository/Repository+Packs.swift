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
  func isInOwnPack(_ id: ObjectID) -> Bool {
    var oid = id.oid
    return packs.contains { $0.pointee.exists?($0, &oid) == 1 }
  }
}
