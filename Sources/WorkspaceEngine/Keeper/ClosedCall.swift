internal import WorkspaceAPI

/// The result of closing a call in the turn of its write: the audit entry exists.
struct ClosedCall: Sendable {
  /// The changes of others.
  var news: ChangesReport
}
