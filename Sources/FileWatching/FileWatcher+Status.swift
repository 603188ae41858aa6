package import GitObjects
import Synchronization

extension FileWatcher {
  /// How many paths wait to settle or to be taken.
  package var pendingCount: Int { state.withLock { $0.pending.entries.count } }

  /// Documents that somebody has open in an editor, by path.
  package var openDocuments: [WorkspacePath] { state.withLock { $0.pending.openDocuments.keys.sorted() } }

  /// The same, each with the file that tells so.
  package var editorFiles: [WorkspacePath: WorkspacePath] { state.withLock { $0.pending.openDocuments } }
}
