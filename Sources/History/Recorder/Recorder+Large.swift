internal import FileSystem
package import GitObjects
package import LargeFiles

/// Large files: recorded as git-lfs pointers, their contents beside the repository's objects (DESIGN "Placeholders").
extension Recorder {
  /// Returns the pointer in a blob; nil if it is none.
  package func pointer(in blob: ObjectID) -> Pointer? { pointerTexts.pointer(blob, in: store) }

  /// Returns the tip's pointer at a path; nil if the path has none, or only a text that looks like one.
  package func recordedPointer(at path: WorkspacePath) throws(ObjectStoreError) -> Pointer? {
    guard let entry = try entry(at: path) else { return nil }
    return pointer(of: entry, at: path)
  }

  /// Returns the pointer of an entry; nil if it has none, or only a text that looks like one (reliability 112).
  func pointer(of entry: TreeEntry?, at path: WorkspacePath) -> Pointer? {
    guard large != nil, let entry, entry.mode.isFile, let pointer = pointer(in: entry.id), isLarge(entry, at: path)
    else { return nil }
    return pointer
  }

  /// Returns whether attributes make a path's contents pointers, whatever is there now.
  package func isGivenToLFS(_ path: WorkspacePath) -> Bool { large != nil && rules.largeFilter(path) == .lfs }

  /// Returns whether a pointer's text in the tip represents a content: attributes say so, or it does on disk.
  private func isLarge(_ entry: TreeEntry, at path: WorkspacePath) -> Bool {
    if rules.largeFilter(path) == .lfs { return true }
    guard let known = cache[path] else { return false }
    return known.isLarge && known.blob == entry.id
  }

  /// Returns the form in which a content of this size is recorded at a path.
  func verdict(_ path: WorkspacePath, size: Int64) -> LargeRule.Verdict {
    guard let large, size > 0 else { return .plain }
    let filter = rules.largeFilter(path)
    var recorded = LargeRule.Recorded.absent
    // The tip's version decides only below the threshold.
    if filter == .unspecified, size < Int64(large.rule.threshold), let entry = try? entry(at: path) {
      recorded = pointer(of: entry, at: path) == nil ? .plain : .pointer
    }
    return large.rule.verdict(size: Int(size), filter: filter, recorded: recorded)
  }

  /// Returns whether the file at a path is recorded as a pointer, unless it is a pointer's text.
  func isLarge(_ path: WorkspacePath, _ stamp: FileStamp) -> Bool {
    stamp.kind == .file && verdict(path, size: stamp.size) != .plain
  }

  /// Returns the state of a large file's content: its pointer, with the object stored; nil for any other file.
  ///
  /// The object is stored as soon as it is observed whole, so that nothing is recorded without it.
  func large(_ content: FileContent) throws(FileError) -> DiskState? {
    guard let large, !content.bytes.isEmpty else { return nil }
    var onDisk = DiskState(
      mode: FileMode(content.stamp), blob: store.id(of: .blob, content.bytes), bytes: content.bytes,
      stamp: content.stamp, isSettled: content.isSettled)
    if content.bytes.count < Pointer.byteLimit {
      let reading = PointerReading(content.bytes)
      if reading != .none {
        onDisk.text = reading
        return onDisk
      }
    }
    do throws(ObjectFolderError) {
      let pointer = content.isSettled ? try large.folder.store(content.bytes) : try Pointer(hashing: content.bytes)
      onDisk.content = pointer
      onDisk.bytes = pointer.bytes
      onDisk.blob = store.id(of: .blob, pointer.bytes)
    } catch { throw FileError(error, "store the content of a large file in") }
    return onDisk
  }

  /// Returns whether a text at a path without attributes is the pointer of a large file of the tip: its placeholder was
  /// copied or moved there.
  func isCopied(_ text: [UInt8], to path: WorkspacePath) -> Bool {
    guard large != nil, text.count < Pointer.byteLimit, text.starts(with: "version ".utf8),
      case .exact(let pointer) = PointerReading(text), rules.largeFilter(path) == .unspecified,
      (try? entry(at: path))?.id != store.id(of: .blob, text)
    else { return false }
    return (try? largeEntries(under: nil))?.contains { $0.pointer == pointer } == true
  }

  /// Returns the large files of the tip at a path and below (nil: all), in order of their paths.
  ///
  /// The first call reads the pointers, unless they are stored; later ones only the changes. No file is read.
  ///
  /// - Parameter range: only those between two paths, both included.
  package func largeEntries(
    under folder: WorkspacePath?, within range: ClosedRange<WorkspacePath>? = nil
  ) throws(ObjectStoreError) -> [LargeEntry] {
    guard large != nil else { return [] }
    try followLargeTable()
    var entries: [LargeEntry] = []
    for path in largeTable.paths(under: folder, within: range) {
      guard let file = largeTable[path, of: tipTree] else { continue }
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
    if largeTable.tree == tipTree { return }
    var table = largeTable
    largeTable = LargeTable()
    defer { largeTable = table }
    try table.follow(tipTree, in: store) { pointer(in: $0) }
  }

  /// The tree whose large files were not searched yet, so that it can be done beside the turns; nil if it was done.
  package var unreadLargeTree: ObjectID? { large != nil && largeTable.tree == nil ? tipTree : nil }

  /// Takes a table that was read beside the turns, unless it was needed before.
  package func take(_ table: LargeTable) { if largeTable.tree == nil { largeTable = table } }

  private func state(_ path: WorkspacePath, _ blob: ObjectID, _ known: CachedFile?) -> LargeEntry.State {
    guard let known else { return isMissing(path) ? .absent : .changed }
    return known.blob != blob ? .changed : known.isLarge ? .content : .placeholder
  }
}

extension FileError {
  /// Makes the error for an object folder that refused.
  init(_ error: ObjectFolderError, _ operation: String) {
    let code: Code =
      switch error {
      case .noSpace: .noSpace
      case .denied: .denied
      default: .other
      }
    self.init(
      code: code, operation: operation, path: ".git/lfs", errno: 0, message: "\(operation) .git/lfs: \(error)")
  }
}

extension Recorder {
  /// Returns the contents of large files that may still be needed: those of the tip, older ones that wait for a newer
  /// one, held ones, and displaced ones.
  package func neededContents() throws(ObjectStoreError) -> Set<ContentID> {
    try followLargeTable()
    var needed = Set(largeTable.files.values.map(\.pointer.id))
    var versions = unplaced.values.compactMap(\.expected) + slots.files.map(\.accounted)
    versions += slots.files.compactMap { $0.proven?.blob }
    for path in held.keys {
      if let entry = try tips.heldEntry(at: path), entry.mode.isFile { versions.append(entry.id) }
    }
    for version in versions {
      if let pointer = pointer(in: version) { needed.insert(pointer.id) }
    }
    return needed
  }
}
