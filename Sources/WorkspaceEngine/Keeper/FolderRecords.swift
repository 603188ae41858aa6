/// The records of a folder: its history, and what is kept beside it.
///
/// Belongs to the executor of `FolderKeeper`.
struct FolderRecords {
  /// Reads the commits of the folder.
  let history: FolderHistory
  /// Learns the makers of commits.
  let makers: MakerLedger
  /// Keeps the open conflicts.
  let conflicts: ConflictLedger
  /// Records agents' calls.
  let calls: CallDesk
  /// Reads the present files.
  let files: FolderFiles
  /// Repairs the repository.
  let repairs: RepairDesk
  /// Publishes events and raises questions.
  let reports: FolderReports
  /// Compares the files with the recorded state at the start.
  let comparison: StartComparison
}
