internal import WorkspaceAPI
internal import GitObjects

/// What the recorder's side of the status says.
struct QueueReport: Sendable {
  /// `recording`, `paused` or `read-only`.
  var state: String
  /// Why not recording.
  var reason: String?
  /// The tip.
  var tip: ObjectID?
  /// Whether branch and index stand at the tip.
  var branchFollows: Bool
  /// Held paths.
  var held: [HeldPath]
  /// Files that could not be handled.
  var problems: [ProblemReport]
  /// How the folder is watched.
  var watching: String
  /// Folders that wait to be read again.
  var waiting: Int
}
