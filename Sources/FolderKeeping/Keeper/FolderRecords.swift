/// The records of a folder: its history, and what is kept beside it.
///
/// Belongs to the executor of `FolderKeeper`.
package struct FolderRecords {
  /// Reads the commits of the folder.
  package let history: FolderHistory
  /// Learns the makers of commits.
  package let makers: MakerLedger
  /// Keeps the open conflicts.
  package let conflicts: ConflictLedger
  /// Records agents' calls.
  package let calls: CallDesk
  /// Reads the present files.
  package let files: FolderFiles
  /// Repairs the repository.
  package let repairs: RepairDesk
  /// Publishes events and raises questions.
  let reports: FolderReports
  /// Compares the files with the recorded state at the start.
  let comparison: StartComparison
}
