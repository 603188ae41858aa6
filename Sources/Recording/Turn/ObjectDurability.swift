internal import FileSystem
package import GitObjects

/// The way in which objects become durable: packs of the real repository, or a simulated store in memory.
package struct ObjectDurability {
  /// Makes these objects durable (one fsynced pack) and drops their loose copies.
  package var makeDurable: ([ObjectID]) throws(ObjectStoreError) -> Void
  /// Begins to store many blobs without loose files; nil if there is no such way and the ordinary one is used.
  package var beginImport: (() throws(ObjectStoreError) -> any BulkImport)?
  /// Returns the number of bytes that the store's file system can take; nil if unknown.
  package var room: (() -> Int?)?

  package init(
    makeDurable: @escaping ([ObjectID]) throws(ObjectStoreError) -> Void,
    beginImport: (() throws(ObjectStoreError) -> any BulkImport)? = nil, room: (() -> Int?)? = nil
  ) {
    self.makeDurable = makeDurable
    self.beginImport = beginImport
    self.room = room
  }
}

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
