/// Something about a repository that decides whether and how it can be adopted (review A4).
package struct Finding: Hashable, Sendable {
  /// What follows from it.
  package enum Verdict: String, Hashable, Sendable {
    /// The folder is not taken over until it is changed.
    case refused
    /// It is taken over, by the rule that `explanation` states.
    case handled
  }

  /// What follows.
  package var verdict: Verdict
  /// The setting, attribute or file, such as `core.autocrlf`.
  package var subject: String
  /// Where it stands, as `file:line`, or the file alone.
  package var place: String
  /// For people: what it means here, and for a refusal what to do.
  package var explanation: String
}

extension Finding: CustomStringConvertible {
  /// The sentence for people.
  package var description: String { "\(place): \(subject): \(explanation)" }
}
