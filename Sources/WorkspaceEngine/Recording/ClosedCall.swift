internal import WorkspaceAPI

/// What a write's turn did of the end of its call: it is on record.
struct ClosedCall: Sendable {
  /// What others changed.
  var news: ChangesReport
}
