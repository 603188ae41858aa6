package import Documents
internal import FileSystem
internal import FileWatching
package import GitObjects
internal import Recording

/// Finds all names of a file, present and former, for the decisions of the policy.
///
/// Belongs to the executor of `FolderKeeper`.
package struct FileNames {
  let recorder: Recorder
  let policy: PolicyBook
  let formerNames: FormerNames
  let bracketFile: BracketFile
  let conflicts: ConflictLedger

  /// The maximum number of names of one file that are searched for.
  private static let mostNames = 64

  /// Records renames that were seen on disk, also of files that the tip does not have.
  func noteRenames(_ renames: [SeenRename]) {
    for rename in renames { noteRename(PathRename(from: rename.from.string, to: rename.to.string)) }
  }

  /// Records the renames of sensitive files that the tip does not have and that happened before the start.
  func noteUnseenRenames() {
    for rename in recorder.disk.unseenRenamesOfHeld(where: { policy.isSensitive($0.string) }) { noteRename(rename) }
  }

  /// Records that a save or a deletion of a sensitive file left its earlier version under another name, a hard link.
  func notePartedLinks() {
    for parted in recorder.disk.takePartedLinks() {
      guard policy.isSensitive(parted.from) || !formerNames.names(of: parted.from).isEmpty else { continue }
      noteRename(parted)
    }
  }

  /// Records the rename of a file or folder for the protection of former names.
  package func noteRename(_ rename: PathRename) {
    formerNames.note(
      rename, files: { (try? WorkspacePath(rename.to)).map { recorder.tree.filesOnDisk(below: $0) } ?? [] },
      isSensitive: policy.isSensitive)
  }

  /// Returns all names of a file for a verdict: the target of a link, the other hard links, and the symbolic links that
  /// lead to any of them; for the page of conflicts also the names of the files that it quotes.
  func names(of path: WorkspacePath) -> [String] {
    let probe = Write(path: path, action: .delete, base: .current, origin: .person)
    let touched = recorder.paths(touchedBy: [probe])
    var names = touched.map(\.string)
    // A save that is not recorded yet may have separated two names.
    names += touched.flatMap(recorder.disk.linkedNames).map(\.string)
    for name in touched.map(\.string) {
      guard let location = try? FileLocation(WorkspacePath(name)), let stamp = try? recorder.disk.stamp(of: location),
        stamp.kind == .file, stamp.links > 1
      else { continue }
      names += recorder.tree.names(of: stamp, atMost: Self.mostNames)
    }
    names += names.flatMap { formerNames.linkNames(of: $0, in: bracketFile.tree) }
    if names.contains(where: ConflictPageFile.isPage) { names += conflicts.quotedConflicts }
    return names
  }

  /// Returns whether a file, or a link's target, has no write permission for its owner (`chmod a-w`).
  package func isWriteProtected(_ path: WorkspacePath) -> Bool {
    let probe = Write(path: path, action: .delete, base: .current, origin: .person)
    return recorder.paths(touchedBy: [probe]).contains { path in
      guard let stamp = try? recorder.disk.stamp(of: FileLocation(path)), stamp.kind == .file else { return false }
      return stamp.permissions & 0o200 == 0
    }
  }

  /// Returns the files below a folder on disk (nil: the root), recorded or not; none for a file.
  func filesOnDisk(below folder: WorkspacePath?) -> [String] { recorder.tree.filesOnDisk(below: folder) }
}
