/// Requests to restore files to an earlier state in a new commit.
package struct RestoreRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "restore"

  /// Files or folders; empty for the whole workspace.
  package var paths: [String]
  /// The state to restore: a commit or anything stock git resolves.
  package var revision: String
  /// The caller.
  package var caller: Caller

  /// Creates a request.
  package init(paths: [String], revision: String, caller: Caller = .person) {
    self.paths = paths
    self.revision = revision
    self.caller = caller
  }
}

/// Requests to merge into a file the changes that its last save lacked.
package struct ReapplyRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "reapply"

  /// The path.
  package var path: String
  /// The caller.
  package var caller: Caller

  /// Creates a request.
  package init(path: String, caller: Caller = .person) {
    self.path = path
    self.caller = caller
  }
}
