/// The rules of a folder: its policy, and the evidence and the questions of its decisions.
///
/// Belongs to the executor of `FolderKeeper`.
package struct FolderRules {
  /// Judges the policy file.
  package let policies: PolicyJudge
  /// Finds published files that are local only.
  package let localOnly: LocalOnlyDesk
  /// Keeps the changes of control files.
  package let controls: ControlFileLedger
  /// Keeps the brackets of agents' commands.
  package let brackets: BracketLedger
  /// Finds all names of a file.
  package let names: FileNames
  /// Holds versions that may not be published.
  package let held: HeldFiles
  /// Follows git's configuration.
  package let configuration: ConfigurationDesk
}
