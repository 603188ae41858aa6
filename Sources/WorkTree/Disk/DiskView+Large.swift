package import FileSystem
package import GitObjects
package import LargeFiles

/// Large files: recorded as git-lfs pointers, their contents beside the repository's objects (DESIGN "Placeholders").
extension DiskView {
  /// Returns the pointer in a blob; nil if it is none, or cannot be read.
  package func pointer(in blob: ObjectID) -> Pointer? { try? pointerTexts.pointer(blob, in: store) }

  /// Returns the tip's pointer at a path; nil if the path has none, or only a text that looks like one.
  package func recordedPointer(at path: WorkspacePath) throws(ObjectStoreError) -> Pointer? {
    guard let entry = try recorded.entry(at: path) else { return nil }
    return pointer(of: entry, at: path)
  }

  /// Returns the pointer of an entry; nil if it has none, or only a text that looks like one (reliability 112).
  package func pointer(of entry: TreeEntry?, at path: WorkspacePath) -> Pointer? {
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
  package func verdict(_ path: WorkspacePath, size: Int64) -> LargeRule.Verdict {
    guard let large, size > 0 else { return .plain }
    let filter = rules.largeFilter(path)
    var recorded = LargeRule.Recorded.absent
    // The tip's version decides only below the threshold.
    if filter == .unspecified, size < Int64(large.rule.threshold), let entry = try? self.recorded.entry(at: path) {
      recorded = pointer(of: entry, at: path) == nil ? .plain : .pointer
    }
    return large.rule.verdict(size: Int(size), filter: filter, recorded: recorded)
  }

  /// Returns whether the file at a path is recorded as a pointer, unless it is a pointer's text.
  package func isLarge(_ path: WorkspacePath, _ stamp: FileStamp) -> Bool {
    stamp.kind == .file && verdict(path, size: stamp.size) != .plain
  }

  /// Returns the blob and the text of the pointer to a content at a path: those of the tip if its pointer is the same,
  /// perhaps in another spelling; that is no change.
  package func version(of content: Pointer, at path: WorkspacePath) -> (blob: ObjectID, bytes: [UInt8]) {
    let bytes = content.bytes
    let blob = store.id(of: .blob, bytes)
    guard let entry = try? recorded.entry(at: path), entry.mode.isFile, entry.id != blob,
      pointer(in: entry.id) == content, let text = try? store.blob(entry.id)
    else { return (blob, bytes) }
    return (entry.id, text)
  }

  /// Returns the state of a large file's content: its pointer, with the object stored; nil for any other file.
  ///
  /// The object is stored as soon as it is observed whole, so that nothing is recorded without it.
  ///
  /// - Parameter path: the path of the content, which may have a recorded pointer; nil for a displaced one.
  func large(_ content: FileContent, at path: WorkspacePath?) throws(FileError) -> DiskState? {
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
      let known = path.map { version(of: pointer, at: $0) }
      onDisk.content = pointer
      onDisk.bytes = known?.bytes ?? pointer.bytes
      onDisk.blob = known?.blob ?? store.id(of: .blob, pointer.bytes)
    } catch { throw FileError(error, "store the content of a large file in") }
    return onDisk
  }

  /// Returns whether a text at a path without attributes is the pointer of a large file of the tip: its placeholder was
  /// copied or moved there.
  package func isCopied(_ text: [UInt8], to path: WorkspacePath) -> Bool {
    guard large != nil, text.count < Pointer.byteLimit, text.starts(with: "version ".utf8),
      case .exact(let pointer) = PointerReading(text), rules.largeFilter(path) == .unspecified,
      (try? recorded.entry(at: path))?.id != store.id(of: .blob, text)
    else { return false }
    return (try? largeEntries(under: nil))?.contains { $0.pointer == pointer } == true
  }

  /// Returns the content of a large file, if it is here and fits into memory.
  package func content(of pointer: Pointer) throws(WriteRefusal) -> [UInt8] {
    guard let large, Int64(pointer.size) <= Self.readLimit else { throw .notText }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pointer.size)
    do { try large.folder.read(pointer) { bytes += $0 } } catch { throw .notHere }
    return bytes
  }

  /// Returns the copy of a file into the store, or among the objects of large files.
  package func copy(of path: WorkspacePath) -> LargeCopy {
    let stamp = try? tree.stamp(of: FileLocation(path))
    let isLarge = stamp.map { self.isLarge(path, $0) } ?? false
    return LargeCopy(
      path: path, location: FileLocation(path), tree: tree, large: isLarge ? large : nil,
      expected: (try? recorded.entry(at: path)).flatMap { pointer(in: $0.id) })
  }
}
