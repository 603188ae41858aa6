/// The brackets whose end a hook reports.
package enum BracketEnding: Hashable, Sendable {
  /// The tool, or the run, with this id.
  case one(String, session: String)
  /// All tools of a session. The run of a headless agent ends only with the program that runs it: the agent's own hooks
  /// report the end of each of its turns.
  case all(session: String, withRun: Bool)

  /// The session of the brackets.
  package var session: String {
    switch self {
    case .one(_, let session), .all(let session, _): session
    }
  }

  /// Returns whether a bracket ends.
  func ends(_ bracket: Bracket) -> Bool {
    switch self {
    case .one(let id, let session): bracket.has(id, of: session)
    case .all(let session, let endsRun): bracket.session == session && (endsRun || bracket.runner == nil)
    }
  }
}
