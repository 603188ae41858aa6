internal import FileSystem
package import GitObjects
internal import WorkTree

/// The evidence for the author of a change on disk.
package final class SaveAuthors {
  /// The time for the search for the author of a file's last change, and for all searches of a batch, in nanoseconds.
  private static let (search, searches): (Int64, Int64) = (5_000_000, 50_000_000)

  private let disk: DiskView
  private let tips: TipLedger
  /// The brackets, which decide the author of a change on disk while agents' own tools run.
  package var brackets = Brackets()
  /// Returns the editor's trace of a document's last change.
  package var editorTrace: (WorkspacePath) -> EditorTrace = { _ in .closed }
  /// Returns whether a left-over program still runs.
  package var isRunning: (LeftProgram) -> Bool = { _ in false }

  /// Creates the evidence for a tree.
  init(of disk: DiskView, _ tips: TipLedger) {
    self.disk = disk
    self.tips = tips
  }

  /// Returns the origin of a change on disk (review A7).
  ///
  /// - Parameters:
  ///   - source: the path that the file had before, if it was renamed.
  ///   - end: the end of the searches for earlier authors, monotonic nanoseconds; after it they count as unknown.
  func originOfSave(_ path: WorkspacePath, from source: WorkspacePath? = nil, searchingUntil end: Int64? = nil)
    -> WriteOrigin
  {
    guard !brackets.isEmpty else { return .person }
    let now = disk.time.now().monotonic
    brackets.forget(at: now)
    let evidence = ChangeEvidence(
      editor: { self.editorTrace(path) }, texts: { self.texts(at: path) },
      earlier: { self.earlierAuthor(of: [path, source].compactMap(\.self), until: end ?? .max) }, isRunning: isRunning)
    return brackets.origin(of: path, at: now, by: evidence)
  }

  /// Returns the end of the searches for the earlier authors of a batch that begins now.
  func endOfSearches() -> Int64 { disk.time.now().monotonic + Self.searches }

  /// The text of the file at a path, and the one that was recorded last.
  private func texts(at path: WorkspacePath) -> (onDisk: [UInt8]?, recorded: [UInt8]?) {
    let onDisk = (try? disk.tree.read(FileLocation(path), limit: disk.rules.holdOver))?.bytes
    guard let entry = try? disk.recorded.entry(at: path), entry.mode.isFile else { return (onDisk, nil) }
    return (onDisk, try? disk.store.blob(entry.id))
  }

  /// Returns the author of the text that a change replaces at the present and the former path of a file.
  private func earlierAuthor(of paths: [WorkspacePath], until end: Int64) -> EarlierAuthor {
    var isRecorded = false
    for path in paths {
      guard let entry = try? (disk.recorded.entry(at: path), tips.heldEntry(at: path)), entry.1 == nil else {
        return .other
      }
      guard entry.0 != nil else { continue }
      let walk = tips.origin(of: path, until: min(end, disk.time.now().monotonic + Self.search))
      guard case .agent? = walk?.modified?.author else { return .other }
      isRecorded = true
    }
    if isRecorded { return .agent }
    return paths.first.map(hasNewText) == true ? .nobody : .other
  }

  /// Returns whether a file has a text that no version has: a copy has somebody's, and an empty file is about to get one.
  private func hasNewText(_ path: WorkspacePath) -> Bool {
    guard let text = texts(at: path).onDisk, !text.isEmpty else { return false }
    return !disk.store.contains(disk.store.id(of: .blob, text))
  }
}
