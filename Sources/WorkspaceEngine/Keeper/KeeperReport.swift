internal import WorkspaceAPI
internal import GitObjects

/// The recorder's part of the status.
struct KeeperReport: Sendable {
  /// `recording`, `checking`, `paused` or `read-only`.
  var state: String
  /// The reason for not recording; nil while recording.
  var reason: String?
  var tip: ObjectID?
  /// Whether branch and index are at the tip.
  var branchFollows: Bool
  var held: [HeldPath]
  /// The files that could not be handled.
  var problems: [ProblemReport]
  /// The way in which the folder is watched.
  var watching: String
  /// The number of folders that wait to be read again.
  var waiting: Int
  /// The comparison of the files at the start; nil after it.
  var checking: CheckProgress?
}
