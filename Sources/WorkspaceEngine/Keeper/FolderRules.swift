/// The rules of a folder: its policy, and the evidence and the questions of its decisions.
///
/// Belongs to the executor of `FolderKeeper`.
struct FolderRules {
  /// Judges the policy file.
  let policies: PolicyJudge
  /// Finds published files that are local only.
  let localOnly: LocalOnlyDesk
  /// Keeps the changes of control files.
  let controls: ControlFileLedger
  /// Keeps the brackets of agents' commands.
  let brackets: BracketLedger
  /// Finds all names of a file.
  let names: FileNames
  /// Holds versions that may not be published.
  let held: HeldFiles
  /// Follows git's configuration.
  let configuration: ConfigurationDesk
}
