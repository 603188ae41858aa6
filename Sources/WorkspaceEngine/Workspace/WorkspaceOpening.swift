internal import FileSystem
internal import FileWatching
internal import FolderKeeping
internal import Recording
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// The opening of a folder: its lock, its parts, and the repair of damaged objects without which it cannot be opened.
struct WorkspaceOpening: Sendable {
  let settings: WorkspaceSettings

  /// Locks and opens the folder; nothing runs in it yet.
  ///
  /// - Returns: the workspace, and the report of a repair; nil if another process has locked the folder.
  /// - Throws: `VerbError` if there is no workspace, or if the disk or the repository fails.
  func run() async throws(VerbError) -> (Workspace, ObjectRescue.Report?)? {
    var result = await open()
    var report: ObjectRescue.Report?
    if case .failure(let error) = result, let rescued = await rescue(after: error) {
      report = rescued
      result = await open(loss: .goesOn)
    }
    return try result.get().map { ($0, report) }
  }

  private func open(loss: LossPolicy = .refuses) async -> Result<Workspace?, VerbError> {
    // Recovery reads and syncs files.
    await onThread("stet.open") {
      Result { () throws(VerbError) in try openOnThread(time: SystemTime(), loss: loss) }
    }
  }

  /// Restores damaged objects that prevent opening the folder; returns nil if there are none, or another process has
  /// locked the folder.
  private func rescue(after error: VerbError) async -> ObjectRescue.Report? {
    let rescue = ObjectRescue(settings)
    var isNeeded = error.reason == VerbError.damaged
    if !isNeeded { isNeeded = await rescue.isNeeded() }
    guard isNeeded, let lock = (try? FileLock.tryLock(root: settings.root)) ?? nil else { return nil }
    let report = try? await rescue.run(isAlone: true)
    withExtendedLifetime(lock) {}
    return report
  }

  private func openOnThread(time: any TimeSource, loss: LossPolicy) throws(VerbError) -> Workspace? {
    let root = settings.root
    let lock: FileLock
    do throws(FileError) {
      guard let taken = try FileLock.tryLock(root: root) else { return nil }
      lock = taken
    } catch { throw VerbError(error) }
    let events = EventHub(time: time)
    let tree = try? DiskTree(root: root)
    let questions = QuestionList(time: time, events: events, tree: tree)
    let ignored = IgnoredFolders()
    let keeper = try FolderKeeper(
      settings, time: time, events: events, questions: questions, ignoredFolders: ignored, loss: loss)
    let watcher: FileWatcher
    do throws(WatchError) {
      watcher = try FileWatcher(
        root: root, clock: { time.now().monotonic }, isIgnored: { ignored.contains($0) })
    } catch { throw VerbError(.failed, "\(root) cannot be watched: \(error)", kept: "Nothing was changed.") }
    return Workspace(
      settings: settings, lock: lock, keeper: keeper, watcher: watcher, events: events, questions: questions,
      time: time, claimNumbers: ClaimNumbers(tree: tree))
  }
}
