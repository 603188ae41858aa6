internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import GitObjects
internal import History
internal import Merge

extension FolderKeeper {
  /// Executes the writes that settle conflicts: all of them, or none.
  ///
  /// The commit of a single write states that the conflicts are settled; the commits of several writes do not, because
  /// one of the writes may fail while the others are placed. Then `say` records that they are settled.
  func settle(_ writes: [Write]) -> BatchOutcome {
    guard writes.count == 1 else {
      return performTogether(
        writes.map { write in
          var write = write
          write.origin.resolves = []
          return write
        })
    }
    switch perform(writes).first {
    case .done(let result): return .done([result])
    case .refused(let refusal): return .refused([0: refusal])
    case nil: return .done([])
    }
  }

  /// Records that conflicts are settled by the present files.
  ///
  /// - Throws: `VerbError` if nothing can be recorded now.
  func say(_ origin: WriteOrigin) throws(VerbError) -> ObjectID? {
    observeGit()
    mend()
    let before = recorder.tip
    defer { turnEnded(from: before) }
    do throws(RecordError) { return try recorder.say(origin) } catch { throw VerbError(error) }
  }
}
