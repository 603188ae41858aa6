package import GitObjects
package import LargeFiles
package import Recording
package import WorkTree

/// The large files of the folder.
extension FolderKeeper {
  /// Returns the large files of the tip at a path and below (nil: all), ordered by path; no file is read.
  ///
  /// - Parameter range: limits the result to paths between two paths, both included.
  package func largeFiles(
    under folder: WorkspacePath?, within range: ClosedRange<WorkspacePath>? = nil
  ) throws(ObjectStoreError) -> [LargeEntry] {
    try recorder.disk.largeEntries(under: folder, within: range)
  }

  /// Returns the large files whose content in the folder is older than the tip's.
  package func outdatedLargeFiles() -> [LargeEntry] {
    // A pointer that cannot be read does not delay the contents of the others.
    recorder.log.awaitedPaths.flatMap { (try? recorder.disk.largeEntries(under: $0)) ?? [] }
  }

  /// Returns the number of large files in the tip, and the number of those whose content is here.
  package func largeCounts() throws(ObjectStoreError) -> (files: Int, current: Int) { try recorder.disk.largeCounts() }

  /// Takes the table of large files that was read beside the turns, unless one was read already.
  package func take(_ table: LargeTable) { recorder.disk.take(table) }

  /// Returns the contents that the folder needs or may need.
  package func neededContents() throws(ObjectStoreError) -> Set<ContentID> { try recorder.swapper.neededContents() }

  /// Whether a version of a path is a pointer to a content.
  package func isPointer(_ version: ObjectID, at path: WorkspacePath) -> Bool {
    guard recorder.disk.pointer(in: version) != nil else { return false }
    return recorder.disk.isGivenToLFS(path) || ((try? recorder.disk.recordedPointer(at: path)) ?? nil) != nil
  }

  /// Exchanges contents and placeholders at their paths, unless a file is open in another program or has changed. A
  /// late write to a displaced file is merged in, as for every displaced file.
  package func exchange(_ wishes: [LargeWish]) async -> [ExchangeOutcome] { await work.placing.exchange(wishes) }

  /// Puts the content of a large file, whose object is here, in the place of its placeholder or of an older content;
  /// like `exchange`.
  func place(_ path: WorkspacePath, _ pointer: Pointer) async -> ExchangeOutcome {
    await work.placing.place(path, pointer)
  }

  /// Puts the placeholder in the place of a large file's content; like `exchange`.
  func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer) async -> ExchangeOutcome {
    await work.placing.makePlaceholder(path, pointer)
  }

  /// Waits until files may be exchanged: none are while git is at work.
  package func waitToExchange(until deadline: Int64) async { await work.placing.waitToExchange(until: deadline) }

  /// Records the pointers whose content the remote has; notifies the writers of the others that the remote lacks the
  /// content.
  package func take(_ asked: [EditedPointer], held: Set<ContentID>) async -> Bool {
    await work.pointers.take(asked, held: held)
  }
}
