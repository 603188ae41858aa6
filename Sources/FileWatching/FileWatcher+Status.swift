package import GitObjects
import Synchronization

extension FileWatcher {
  /// The number of paths that wait to settle or to be taken.
  package var pendingCount: Int { state.withLock { $0.pending.entries.count } }

  /// The documents that are open in an editor, by path.
  package var openDocuments: [WorkspacePath] { state.withLock { $0.pending.openDocuments.keys.sorted() } }

  /// The open documents, each with the file that shows it.
  package var editorFiles: [WorkspacePath: WorkspacePath] { state.withLock { $0.pending.openDocuments } }
}
