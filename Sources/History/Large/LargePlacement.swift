internal import FileSystem
package import GitObjects
package import LargeFiles

/// A content or a placeholder on its way to its place, written beside the recorder's turns, on any thread.
package struct LargePlacement: Sendable {
  /// The path.
  package let path: WorkspacePath
  /// What is placed, or what the placeholder stands for.
  package let pointer: Pointer
  /// The placeholder's text; nil where the content is placed.
  let text: [UInt8]?
  /// What the tip had there when it began.
  let entry: TreeEntry
  /// The stamp of what stood there then: the file that is written has its attributes. Nil for nothing.
  let seen: FileStamp?
  let tree: any FileTree
  let folder: ObjectFolder
  /// Where the file is written.
  let start: FileLocation
  /// The slot of its placement, but for the inode.
  let slot: String
  /// Whether it is written beside its target, on another mount than the store.
  let isBeside: Bool

  /// Where the file is once `run` answered its slot.
  func written(in slot: String) -> FileLocation { isBeside ? start : start.sibling(named: slot) }

  /// Bytes that are written.
  package var size: Int { text?.count ?? pointer.size }

  /// Writes the file; blocks. Nothing is left where that fails.
  ///
  /// - Parameter syncs: whether it is synced; else the caller has all of a group synced before it is exchanged.
  /// - Returns: the slot of its placement: it ends in the file's inode, so that a restart knows it from what it was
  ///   exchanged for.
  /// - Throws: `FileError`; `ObjectFolderError` also where the object is damaged.
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
  /// Gives a temporary what its target has beside its content; nothing where no file stands there.
  func dress(_ location: FileLocation, like target: FileLocation, mode: FileMode) throws(FileError) {
    guard let standing = try stamp(of: target), standing.kind == .file else { return }
    try copyAttributes(from: target, to: location)
    let permissions = standing.permissions(as: mode)
    if permissions != standing.permissions { try setPermissions(permissions, of: location) }
  }
}

extension FileStamp {
  /// What its permissions become with a mode: who may read an executable may run it.
  func permissions(as mode: FileMode) -> UInt32 {
    if (permissions & 0o100 != 0) == (mode == .executable) { return permissions }
    return mode == .executable ? permissions | (permissions & 0o444) >> 2 : permissions & ~0o111
  }
}
