package import WorkspaceAPI
package import GitObjects

/// The recorder's part of the status.
package struct KeeperReport: Sendable {
  /// `recording`, `checking`, `paused` or `read-only`.
  package var state: String
  /// The reason for not recording; nil while recording.
  package var reason: String?
  package var tip: ObjectID?
  /// Whether branch and index are at the tip.
  package var branchFollows: Bool
  package var held: [HeldPath]
  /// The files that could not be handled.
  package var problems: [ProblemReport]
  /// The way in which the folder is watched.
  package var watching: String
  /// The number of folders that wait to be read again.
  package var waiting: Int
  /// The comparison of the files at the start; nil after it.
  package var checking: CheckProgress?
}
