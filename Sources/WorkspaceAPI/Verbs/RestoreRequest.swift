/// Asks to bring files back to an earlier state, as a new commit.
package struct RestoreRequest: Sendable, Codable {
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
