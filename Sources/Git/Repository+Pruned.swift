package import GitObjects
internal import Glibc

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
