internal import WorkspaceAPI
internal import GitObjects
internal import History

/// Paths that the remote refuses (review A5).
extension FolderKeeper {
  /// The versions that the remote is known to refuse.
  var refused: Set<PathVersion> { recorder.holds.refused.versions }

  /// Records versions that the remote refuses; their paths are reported when they are held.
  func refuse(_ versions: [PathVersion: String]) { recorder.holds.refuse(versions) }

  /// Records again the paths that are held because the remote refused them.
  ///
  /// - Throws: `VerbError` if nothing can be recorded now.
  func tryRefusedAgain() throws(VerbError) {
    observeGit()
    let before = recorder.tip
    do throws(RecordError) {
      note(try recorder.tryRefusedAgain(), at: time.now().monotonic)
    } catch { throw VerbError(error) }
    turnEnded(from: before)
  }
}
