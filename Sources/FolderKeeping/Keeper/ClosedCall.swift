package import WorkspaceAPI

/// The result of closing a call in the turn of its write: the audit entry exists.
package struct ClosedCall: Sendable {
  /// The changes of others.
  package var news: ChangesReport
}
