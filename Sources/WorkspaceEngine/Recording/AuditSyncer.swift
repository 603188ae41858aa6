internal import FileSystem
internal import History
internal import Threads

/// Makes audit files durable on a thread of its own: the recorder's turns do not wait for it.
actor AuditSyncer {
  private let executor = SerialQueue(label: "stet.audit")
  private let tree: any FileTree

  /// Syncs below a root.
  init(tree: any FileTree) { self.tree = tree }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Makes a file's content durable.
  func synchronize(_ location: FileLocation) throws(FileError) { try tree.synchronize(location) }
}
