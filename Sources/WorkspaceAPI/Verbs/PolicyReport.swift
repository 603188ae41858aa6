/// The policy as it stands.
package struct PolicyReport: Sendable, Codable, Hashable {
  /// What it says of one sort of act.
  package struct Answer: Sendable, Codable, Hashable {
    /// `read`, `write`, `append`, `edit`, `delete`, `move`, `restore`.
    package var act: String
    /// What it says.
    package var permission: Permission
    /// Why: `policy.read-only` and such.
    package var reason: PolicyVerdict.Reason
    /// The pattern that covers the path.
    package var pattern: String?
    /// The name it was judged by, where that is another than was asked about.
    package var name: String?

    /// Makes an answer.
    package init(
      act: String, permission: Permission, reason: PolicyVerdict.Reason, pattern: String? = nil, name: String? = nil
    ) {
      self.act = act
      self.permission = permission
      self.reason = reason
      self.pattern = pattern
      self.name = name
    }
  }

  /// `accepted`, `waiting` (it came from elsewhere) or `broken`.
  package var state: String
  /// What is wrong with a broken one.
  package var problem: String?
  /// The text that the person accepted; empty for none.
  package var accepted: String
  /// The text that stands in the folder; nil where there is no file.
  package var standing: String?
  /// The version of the text in the folder, which a request to accept it names.
  package var version: String
  /// What is said of the path that was asked about.
  package var answers: [Answer]

  /// Makes a report.
  package init(
    state: String, problem: String?, accepted: String, standing: String?, version: String, answers: [Answer]
  ) {
    self.state = state
    self.problem = problem
    self.accepted = accepted
    self.standing = standing
    self.version = version
    self.answers = answers
  }
}
