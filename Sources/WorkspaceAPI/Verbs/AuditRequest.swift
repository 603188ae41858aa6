/// Requests the recorded actions of agents.
package struct AuditRequest: AnonymousVerb, Hashable {
  package typealias Answer = AuditReport
  package static let name = "audit"

  /// Restricts the report to this session.
  package var session: String?
  /// Restricts the report to this file, or to the files below this folder.
  package var path: String?
  /// The greatest number of calls, the newest ones; nil for all.
  package var limit: Int?
  /// Whether the record is checked against the heads that commits name.
  package var verifies: Bool

  package init(session: String? = nil, path: String? = nil, limit: Int? = nil, verifies: Bool = false) {
    self.session = session
    self.path = path
    self.limit = limit
    self.verifies = verifies
  }
}

/// The state of the record of agents' actions.
package struct AuditState: Hashable, Sendable, Codable {
  /// The number of its lines.
  package var lines: Int
  /// The number of the last line that one of the newest commits names; nil if none of them does.
  package var anchored: Int?
  /// The reason why calls cannot be recorded at present; nil if they can.
  package var problem: String?

  package init(lines: Int, anchored: Int?, problem: String?) {
    self.lines = lines
    self.anchored = anchored
    self.problem = problem
  }
}

/// The recorded actions of agents.
package struct AuditReport: Sendable, Codable, Hashable {
  package struct Call: Sendable, Codable, Hashable {
    /// The call's number.
    package var number: Int
    /// The time, ISO 8601.
    package var time: String
    package var agent: String
    /// The agent's session.
    package var session: String?
    /// The agent's model.
    package var model: String?
    package var tool: String?
    package var act: String
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

  package init(calls: [Call], lines: Int, anchored: Int?, problems: [String]) {
    self.calls = calls
    self.lines = lines
    self.anchored = anchored
    self.problems = problems
  }
}
