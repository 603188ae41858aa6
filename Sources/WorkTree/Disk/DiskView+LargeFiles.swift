package import GitObjects
internal import LargeFiles

/// The table of large files.
extension DiskView {
  /// Returns the large files of the tip at a path and below (nil: all), in order of their paths.
  ///
  /// The first call reads the pointers, unless they are stored; later ones only the changes. No file is read. A file
  /// whose blob cannot be read is left out of the large files below a folder.
  ///
  /// - Parameter range: only those between two paths, both included.
  /// - Throws: `ObjectStoreError` if a tree cannot be read, or the blob at the path itself: it may be a pointer.
  package func largeEntries(
    under folder: WorkspacePath?, within range: ClosedRange<WorkspacePath>? = nil
  ) throws(ObjectStoreError) -> [LargeEntry] {
    guard large != nil else { return [] }
    try followLargeTable()
    if let folder, let file = largeTable.unread[folder] { throw file.error }
    var entries: [LargeEntry] = []
    for path in largeTable.paths(under: folder, within: range) {
      guard let file = largeTable[path, of: recorded.tree] else { continue }
      let isLarge = file.isLarge ?? (rules.largeFilter(path) == .lfs)
      if file.isLarge == nil { largeTable.note(path, isLarge: isLarge) }
      let known = cache[path]
      guard isLarge || known?.isLarge == true && known?.blob == file.blob else { continue }
      entries.append(
        LargeEntry(path: path, pointer: file.pointer, blob: file.blob, state: state(path, file.blob, known)))
    }
    return entries
  }

  /// Returns the number of large files of the tip, and of those whose content is here; no file is read.
  package func largeCounts() throws(ObjectStoreError) -> (files: Int, current: Int) {
    guard large != nil else { return (0, 0) }
    try followLargeTable()
    guard largeTable.isJudged else {
      let entries = try largeEntries(under: nil)
      return (entries.count, entries.count { $0.state == .content })
    }
    var counts = (files: 0, current: 0)
    for (path, file) in largeTable.files {
      let known = cache[path]
      let isContent = known?.isLarge == true && known?.blob == file.blob
      if isContent || file.isLarge == true { counts.files += 1 }
      if isContent { counts.current += 1 }
    }
    return counts
  }

  /// Updates the table of large files to the tip; the cost is that of the changes since the last call.
  package func followLargeTable() throws(ObjectStoreError) {
    if largeTable.tree == nil, let stored = LargeTable.load(from: tree) { largeTable = stored }
    if largeTable.isComplete(of: recorded.tree) { return }
    var table = largeTable
    largeTable = LargeTable()
    defer { largeTable = table }
    try table.follow(recorded.tree, in: store) { blob throws(ObjectStoreError) in
      try pointerTexts.pointer(blob, in: store)
    }
  }

  /// The tree whose large files were not searched yet, so that it can be done beside the turns; nil if it was done.
  package var unreadLargeTree: ObjectID? { large != nil && largeTable.tree == nil ? recorded.tree : nil }

  /// Takes a table that was read beside the turns, unless it was needed before.
  package func take(_ table: LargeTable) { if largeTable.tree == nil { largeTable = table } }

  private func state(_ path: WorkspacePath, _ blob: ObjectID, _ known: CachedFile?) -> LargeEntry.State {
    guard let known else { return tree.isMissing(path) ? .absent : .changed }
    return known.blob != blob ? .changed : known.isLarge ? .content : .placeholder
  }
}
