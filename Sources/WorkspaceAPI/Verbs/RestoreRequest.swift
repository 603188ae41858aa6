/// Asks to bring files back to an earlier state, as a new commit.
package struct RestoreRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "restore"

  /// Files or folders; empty for the whole workspace.
  package var paths: [String]
  /// The state to bring back: a commit or anything stock git resolves.
  package var revision: String
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
  package init(paths: [String], revision: String, caller: Caller = .person) {
    self.paths = paths
    self.revision = revision
    self.caller = caller
  }
}

/// Requests to merge the changes that the last save of a file had not seen into it.
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
