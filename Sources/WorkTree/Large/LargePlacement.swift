package import FileSystem
package import GitObjects
package import LargeFiles

/// A content or a placeholder on its way to its place, written beside the recorder's turns, on any thread.
package struct LargePlacement: Sendable {
  package let path: WorkspacePath
  /// The content to place, or the content that the placeholder represents.
  package let pointer: Pointer
  /// The placeholder's text; nil if the content is placed.
  package let text: [UInt8]?
  /// The tip's entry when the placement began.
  package let entry: TreeEntry
  /// The stamp of the file on disk at that time: the new file gets its attributes. nil for no file.
  package let seen: FileStamp?
  package let tree: any FileTree
  package let folder: ObjectFolder
  /// The place at which the file is written.
  let start: FileLocation
  /// The slot of its placement, without the inode.
  let slot: String
  /// Whether it is written beside its target, on another mount than the store.
  package let isBeside: Bool

  /// Makes a placement that is to be written.
  package init(
    path: WorkspacePath, pointer: Pointer, text: [UInt8]?, entry: TreeEntry, seen: FileStamp?, tree: any FileTree,
    folder: ObjectFolder, start: FileLocation, slot: String, isBeside: Bool
  ) {
    self.path = path
    self.pointer = pointer
    self.text = text
    self.entry = entry
    self.seen = seen
    self.tree = tree
    self.folder = folder
    self.start = start
    self.slot = slot
    self.isBeside = isBeside
  }

  /// Returns the place of the file after `run` returned its slot.
  func written(in slot: String) -> FileLocation { isBeside ? start : start.sibling(named: slot) }

  /// Returns whether a stamp may be that of the file that `run` wrote: another file has another inode or size. The inode
  /// of a file that is written beside its target is not known.
  package func isWritten(_ stamp: FileStamp, in slot: String) -> Bool {
    stamp.size == Int64(size) && (isBeside || slot == "\(self.slot)-\(stamp.inode)")
  }

  /// The number of bytes to write.
  package var size: Int { text?.count ?? pointer.size }

  /// Writes the file; blocks. Nothing is left after a failure.
  ///
  /// - Parameter syncs: whether it is synced; otherwise the caller syncs the whole group before the exchange.
  /// - Returns: the slot of its placement. It ends in the file's inode, so that a restart can distinguish the file from
  ///   the one that it was exchanged for.
  /// - Throws: `FileError`; `ObjectFolderError`, also if the object is damaged.
  package func run(syncs: Bool = true) throws -> String {
    let permissions: UInt32 = entry.mode == .executable ? 0o777 : 0o666
    func create() throws(FileError) {
      try tree.create(start, bytes: text ?? [], permissions: permissions, durable: false)
    }
    do throws(FileError) { try create() } catch {
      guard error.code == .exists else { throw error }
      try tree.remove(start)
      try create()
    }
    do {
      if text == nil, try !folder.share(pointer, { try tree.share(start, contentOf: $0) }) {
        try folder.read(pointer) { _ = try tree.append(start, bytes: $0, durable: false) }
      }
      if syncs { try tree.synchronize(start) }
      if let seen, seen.kind == .file { try tree.dress(start, like: FileLocation(path), mode: entry.mode) }
      guard !isBeside, let stamp = try tree.stamp(of: start) else { return slot }
      let whole = "\(slot)-\(stamp.inode)"
      try tree.move(start, toNew: start.sibling(named: whole))
      return whole
    } catch {
      try? tree.remove(start)
      throw error
    }
  }
}

extension FileTree {
  /// Gives a temporary the attributes of its target; does nothing if there is no file.
  package func dress(_ location: FileLocation, like target: FileLocation, mode: FileMode) throws(FileError) {
    guard let present = try stamp(of: target), present.kind == .file else { return }
    try copyAttributes(from: target, to: location)
    let permissions = present.permissions(as: mode)
    if permissions != present.permissions { try setPermissions(permissions, of: location) }
  }
}

extension FileStamp {
  /// Returns the permissions for a mode: everyone who may read an executable may run it.
  package func permissions(as mode: FileMode) -> UInt32 {
    if (permissions & 0o100 != 0) == (mode == .executable) { return permissions }
    return mode == .executable ? permissions | (permissions & 0o444) >> 2 : permissions & ~0o111
  }
}
