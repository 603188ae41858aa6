internal import GitObjects
internal import History

/// Paths that the remote refuses (review A5).
extension WriteQueue {
  /// The versions that the remote is known to refuse.
  var refused: Set<PathVersion> { recorder.refused.versions }

  /// Notes versions that the remote refuses, and tells of their paths.
  func refuse(_ versions: [PathVersion: String]) {
    recorder.refuse(versions)
    for (version, words) in versions.sorted(by: { $0.key.path < $1.key.path }) {
      events.publish("held", HeldReason.refused(words).description, paths: [version.path])
    }
  }

  /// Records again what is held because the remote refused it.
  ///
  /// - Throws: `VerbError` where nothing is recorded now.
  func tryRefusedAgain() throws(VerbError) {
    observeGit()
    let before = recorder.tip
    do throws(RecordError) {
      note(try recorder.tryRefusedAgain(), at: time.now().monotonic)
    } catch { throw VerbError(error) }
    turnEnded(from: before)
  }
}
