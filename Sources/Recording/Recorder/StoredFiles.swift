internal import GitObjects
package import WorkTree

/// The state of the files at the last stop, read beside the turns.
package struct StoredFiles: Sendable {
  /// The stored stat cache.
  package let cache: StatCache
  /// The tip's files; another tree's are counted again.
  package let listing: TipListing?

  package init(cache: StatCache, listing: TipListing?) {
    self.cache = cache
    self.listing = listing
  }

  /// Passes the state to a recorder that was opened without it; nothing was recorded since.
  ///
  /// - Parameter isSameBoot: whether the machine was not restarted since the store was last used.
  /// - Throws: `RecordError` if disk or repository refuse.
  package func pass(to recorder: Recorder, isSameBoot: Bool) throws(RecordError) {
    guard !recorder.knowsFiles else { return }
    try RecordError.mapping {
      recorder.disk.cache.take(cache)
      // A later start without another restart would trust the stored form.
      if !isSameBoot, recorder.disk.cache.forgetRecent(now: recorder.time.now().wall) {
        try recorder.disk.cache.store(in: recorder.tree)
      }
      let known = listing?.root == recorder.tipTree ? listing?.count : nil
      recorder.tips.fileTotal = try known ?? Tree.flatten(recorder.tipTree, in: recorder.store).count
    }
    recorder.knowsFiles = true
  }
}
