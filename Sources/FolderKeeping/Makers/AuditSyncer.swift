internal import FileSystem
internal import Threads

/// The sync of audit files to the disk, on its own thread: the recorder's turns do not wait for it.
actor AuditSyncer {
  private let executor = SerialQueue(label: "stet.audit")
  private let tree: any FileTree

  /// Makes a syncer for the files below a root.
  init(tree: any FileTree) { self.tree = tree }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Makes a file's content durable.
  ///
  /// - Throws: `FileError` if the file cannot be synced.
  func synchronize(_ location: FileLocation) throws(FileError) { try tree.synchronize(location) }
}
