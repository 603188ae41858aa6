/// What agents did here.
package struct AuditReport: Sendable, Codable, Hashable {
  /// One call.
  package struct Call: Sendable, Codable, Hashable {
    /// Its number.
    package var number: Int
    /// When, ISO 8601.
    package var time: String
    /// The agent.
    package var agent: String
    /// Its session.
    package var session: String?
    /// Its model.
    package var model: String?
    /// The tool.
    package var tool: String?
    /// What was done.
    package var act: String
    /// The path.
    package var path: String?
    /// The path it moved to, or was copied from.
    package var other: String?
    /// The beginning of the version's token.
    package var version: String?
    /// Why it was not done; nil where it was.
    package var refused: String?
    /// What was searched for.
    package var pattern: String?
    /// How many hits, names or changes were given.
    package var count: Int?
    /// The files of which something was shown.
    package var files: [String]?

    /// Makes a call.
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
  /// How many lines the record has.
  package var lines: Int
  /// The number of the last line that a commit names; nil where none does, or it was not asked for.
  package var anchored: Int?
  /// What is wrong with the record; empty where nothing is.
  package var problems: [String]

  /// Makes a report.
  package init(calls: [Call], lines: Int, anchored: Int?, problems: [String]) {
    self.calls = calls
    self.lines = lines
    self.anchored = anchored
    self.problems = problems
  }
}
