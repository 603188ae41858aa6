internal import FileSystem
internal import GitObjects

/// The sync of very many placed files, which may run beside the recorder's turns, on any thread.
package struct BulkSync: Sendable {
  let tree: any FileTree

  /// Makes the files durable; blocks. The checkpoint's own sync finds failures again.
  ///
  /// - Returns: whether it succeeded.
  package func run() -> Bool {
    do throws(FileError) {
      try tree.synchronizeAll()
      return true
    } catch { return false }
  }
}
