internal import FileSystem
package import GitObjects
package import LargeFiles

/// A content on its way to its place, written beside the recorder's turns, on any thread.
package struct LargePlacement: Sendable {
  /// The path.
  package let path: WorkspacePath
  /// What is placed.
  package let pointer: Pointer
  /// What the tip had there when it began.
  let entry: TreeEntry
  let tree: any FileTree
  let folder: ObjectFolder
  /// Where the file is written.
  let start: FileLocation
  /// The slot of its placement, but for the inode.
  let slot: String
  /// Whether it is written beside its target, on another mount than the store.
  let isBeside: Bool

  /// Writes and syncs the file; blocks. Nothing is left where that fails.
  ///
  /// - Returns: the slot of its placement: it ends in the file's inode, so that a restart knows it from what it was
  ///   exchanged for.
  /// - Throws: `FileError`; `ObjectFolderError` also where the object is damaged.
  package func run() throws -> String {
    try tree.remove(start)
    try tree.create(
      start, bytes: [], permissions: entry.mode == .executable ? 0o777 : 0o666, durable: false)
    do {
      try folder.read(pointer) { _ = try tree.append(start, bytes: $0, durable: false) }
      try tree.synchronize(start)
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
