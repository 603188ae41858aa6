/// The recorded actions of agents.
package struct AuditReport: Sendable, Codable, Hashable {
  /// One call.
  package struct Call: Sendable, Codable, Hashable {
    /// The call's number.
    package var number: Int
    /// The time, ISO 8601.
    package var time: String
    /// The agent.
    package var agent: String
    /// The agent's session.
    package var session: String?
    /// The agent's model.
    package var model: String?
    /// The tool.
    package var tool: String?
    /// The act.
    package var act: String
    /// The path.
    package var path: String?
    /// The target of a move, or the source of a copy.
    package var other: String?
    /// The beginning of the version's token.
    package var version: String?
    /// The reason for the refusal; nil if the call was carried out.
    package var refused: String?
    /// The searched pattern.
    package var pattern: String?
    /// The number of returned hits, names or changes.
    package var count: Int?
    /// The files of which content was shown.
    package var files: [String]?

    /// Creates a call.
    package init(
      number: Int, time: String, agent: String, session: String?, model: String?, tool: String?, act: String,
      path: String?, other: String?, version: String?, refused: String?
    ) {
      self.number = number
      self.time = time
      self.agent = agent
      self.session = session
      self.model = model
      self.tool = tool
      self.act = act
      self.path = path
      self.other = other
      self.version = version
      self.refused = refused
    }
  }

  /// The calls, oldest first.
  package var calls: [Call]
  /// The number of lines in the record.
  package var lines: Int
  /// The number of the last line that a commit names; nil if no commit names one, or the check was not requested.
  package var anchored: Int?
  /// The faults of the record; empty if there are none.
  package var problems: [String]

  /// Creates a report.
  package init(calls: [Call], lines: Int, anchored: Int?, problems: [String]) {
    self.calls = calls
    self.lines = lines
    self.anchored = anchored
    self.problems = problems
  }
}
