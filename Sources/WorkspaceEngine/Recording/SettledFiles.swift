internal import FileWatching
internal import GitObjects
internal import WorkTree
internal import WorkspaceAPI

/// The files that are saved and settled, before a verb that needs all of them recorded.
struct SettledFiles: Sendable {
  /// Records files.
  let keeper: FolderKeeper
  /// Reports saved files.
  let watcher: FileWatcher
  /// The clock.
  let time: any TimeSource

  /// Records all files that are saved and settled now, and then ends the brackets that only waited for that.
  ///
  /// - Parameters:
  ///   - timeout: the timeout for git and for programs that have a file open, in nanoseconds.
  ///   - longest: the timeout while files are being read or an adoption places files; nil for the same.
  /// - Returns: the number of new commits, and the files that a program still has open.
  @discardableResult
  func record(
    timeout: Int64 = 3_000_000_000, reading longest: Int64? = nil
  ) async throws(VerbError) -> (count: Int, open: [WorkspacePath]) {
    let began = time.now().monotonic
    let before = await keeper.recordedCount
    await watcher.barrier()
    let now = time.now().monotonic
    let open = try await keeper.recordRest(until: now + timeout, reading: longest.map { now + $0 })
    // A cancelled recording returns early, and files that are open or being copied are not recorded.
    if open.isEmpty, !Task.isCancelled { await keeper.run { $0.rules.brackets.endOver(before: began) } }
    return (await keeper.recordedCount - before, open)
  }
}
