internal import FileSystem
internal import GitObjects

/// The sync of very many placed files, which may run beside the recorder's turns, on any thread.
package struct BulkSync: Sendable {
  let tree: any FileTree

  /// Makes them durable; blocks. What fails is found again by the checkpoint's own sync.
  ///
  /// - Returns: whether it did.
  package func run() -> Bool {
    do throws(FileError) {
      try tree.synchronizeAll()
      return true
    } catch { return false }
  }
}
