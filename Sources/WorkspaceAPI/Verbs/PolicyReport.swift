/// The present policy.
package struct PolicyReport: Sendable, Codable, Hashable {
  /// The decision on one kind of act.
  package struct Answer: Sendable, Codable, Hashable {
    /// `read`, `write`, `append`, `edit`, `delete`, `move`, `restore`.
    package var act: String
    /// The decision.
    package var permission: Permission
    /// The reason, such as `policy.read-only`.
    package var reason: PolicyVerdict.Reason
    /// The pattern that matches the path.
    package var pattern: String?
    /// The name that the decision is for, if it differs from the requested path.
    package var name: String?

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

  /// `accepted`, `waiting` (it came from elsewhere and waits for the person) or `broken`.
  package var state: String
  /// The fault of a broken policy.
  package var problem: String?
  /// The text that the person accepted; empty for none.
  package var accepted: String
  /// The text in the folder; nil if there is no file.
  package var onDisk: String?
  /// The version of the text in the folder, which a request to accept it names.
  package var version: String
  /// The decisions on the requested path.
  package var answers: [Answer]

  package init(
    state: String, problem: String?, accepted: String, onDisk: String?, version: String, answers: [Answer]
  ) {
    self.state = state
    self.problem = problem
    self.accepted = accepted
    self.onDisk = onDisk
    self.version = version
    self.answers = answers
  }
}
