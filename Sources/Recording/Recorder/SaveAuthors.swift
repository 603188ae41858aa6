internal import FileSystem
package import GitObjects
internal import WorkTree

/// The evidence for the author of a change on disk.
package final class SaveAuthors {
  private let disk: DiskView
  /// The brackets, which decide the author of a change on disk while agents' own tools run.
  package var brackets = Brackets()
  /// Returns the editor's trace of a document's last change.
  package var editorTrace: (WorkspacePath) -> EditorTrace = { _ in .closed }
  /// Returns whether a left-over program still runs.
  package var isRunning: (LeftProgram) -> Bool = { _ in false }

  /// Creates the evidence for a tree.
  init(of disk: DiskView) { self.disk = disk }

  /// Returns the origin of a change on disk (review A7).
  func originOfSave(_ path: WorkspacePath) -> WriteOrigin {
    guard !brackets.isEmpty else { return .person }
    let now = disk.time.now().monotonic
    brackets.forget(at: now)
    let evidence = ChangeEvidence(
      editor: { self.editorTrace(path) }, texts: { self.texts(at: path) }, isRunning: isRunning)
    return brackets.origin(of: path, at: now, by: evidence)
  }

  /// The text of the file at a path, and the one that was recorded last.
  private func texts(at path: WorkspacePath) -> (onDisk: [UInt8]?, recorded: [UInt8]?) {
    let onDisk = (try? disk.tree.read(FileLocation(path), limit: disk.rules.holdOver))?.bytes
    guard let entry = try? disk.recorded.entry(at: path), entry.mode.isFile else { return (onDisk, nil) }
    return (onDisk, try? disk.store.blob(entry.id))
  }
}
