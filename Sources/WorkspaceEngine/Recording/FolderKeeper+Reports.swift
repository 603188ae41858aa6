internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Merge
internal import Sync

extension FolderKeeper {
  /// Returns the folder's part of the status.
  func report() -> QueueReport { records.reports.report() }
}
