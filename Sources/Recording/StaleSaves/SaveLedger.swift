internal import FileSystem
package import GitObjects
internal import WorkTree

/// The saves that may not have seen others' changes: recent versions of paths, saves that were kept and lack changes, and
/// notices about both (DESIGN "Stale saves").
package final class SaveLedger {
  /// The files on disk.
  let disk: DiskView
  /// The tip and the held versions.
  let tips: TipLedger
  /// The person and the machine.
  package var identity: RecorderIdentity
  /// Others' recent versions, which a save may not have seen.
  var recent = RecentVersions()
  /// Saves that were kept and lack others' changes.
  package internal(set) var unseen: UnseenSaves
  /// Appends that are recorded together.
  var appends = AppendFolds()
  /// The notices about saves that are to be reported.
  var notices: [SaveNotice] = []
  /// Whether the person's git worked in the folder within the last second.
  package var gitRanLately = false

  /// Reads the saves of a workspace.
  init(of disk: DiskView, _ tips: TipLedger, identity: RecorderIdentity) {
    self.disk = disk
    self.tips = tips
    self.identity = identity
    unseen = UnseenSaves(from: disk.tree)
  }

  /// The repository.
  var store: TrackedStore { disk.store }
  var tree: any FileTree { disk.tree }
  /// The clock.
  var time: any TimeSource { disk.time }

  /// Takes the notices about saves since the last call; each once.
  package func takeNotices() -> [SaveNotice] {
    defer { notices = [] }
    return notices
  }

  /// Returns the paths with a save that lacks others' changes, or no longer does, since the last call.
  package func takeUnseenChanges() -> [WorkspacePath] { unseen.takeChanges() }

  /// Accepts the present content of a path: its question is closed.
  package func accept(_ path: WorkspacePath) {
    unseen[path] = nil
    unseen.store(in: tree)
  }

  /// Returns whether a path has a version, on the tip or as held, or had it lately.
  package func knows(_ version: ObjectID, of path: WorkspacePath) -> Bool {
    if let entry = try? tips.entry(at: path), entry.id == version { return true }
    if let entry = try? tips.heldEntry(at: path), entry.id == version { return true }
    let known = recent.versions(of: path, at: time.now().seconds)?.list ?? []
    return known.contains { $0.blob == version && !$0.isAbsent }
  }

  /// Records that the resulting text of an append was never at its path.
  func noteOvertaken(_ path: WorkspacePath) {
    if let recorded = try? tips.entry(at: path) { recent.noteNeverStood(path, recorded.id) }
  }
}
