package import GitObjects
internal import Glibc

/// Objects that `git gc --prune=now` deletes beside a running recorder, restored from their spares (decision 67).
extension Repository {
  /// How long a spare is kept whose object is packed by nobody, in seconds: no `git prune` looks that long at what it
  /// found when it began.
  private static let spareTime: Int64 = 600

  /// Restores loose objects that git deleted although they are in use; costs one `stat` for each object that was written
  /// since the last checkpoint.
  ///
  /// - Returns: how many there were.
  /// - Throws: `.failed` where the packs cannot be read.
  @discardableResult
  package func restorePruned() throws(ObjectStoreError) -> Int {
    let gone = spares.ids.filter { !directory.exists(LooseObject.name(of: $0)) }
    guard !gone.isEmpty else { return 0 }
    try refreshIfPacksChanged()
    return gone.count { !isPacked($0) && spares.restore($0) }
  }

  /// Restores what was pruned while no recorder ran, and deletes what a power cut left of spares. Called by the holder of
  /// the process lock before it reads anything.
  ///
  /// - Throws: as `restorePruned`.
  package func restorePrunedAtStart() throws(ObjectStoreError) {
    for id in spares.ids { spares.removeIfDamaged(id) }
    try restorePruned()
  }

  /// Deletes spares of objects that no checkpoint packs: what git or an exchange wrote.
  ///
  /// - Parameter now: seconds since 1970.
  package func dropOldSpares(now: Int64) {
    for id in spares.ids where spares.since(id).map({ now - $0 > Self.spareTime }) ?? false { spares.remove(id) }
  }

  /// Keeps a spare of an object that was there already: it may be about to be pruned.
  func keepSpare(of id: ObjectID) {
    _ = spares.add(id, file: LooseObject.name(of: id), replaces: false)
  }
}
