/// A property of a repository that decides whether and how the repository can be adopted (review A4).
package struct Finding: Hashable, Sendable {
  /// The consequence for adoption.
  package enum Verdict: String, Hashable, Sendable {
    /// The folder is not adopted until this is changed.
    case refused
    /// The folder is adopted by the rule in `explanation`.
    case handled
  }

  /// The consequence.
  package var verdict: Verdict
  /// The setting, attribute or file, for example `core.autocrlf`.
  package var subject: String
  /// The location as `file:line`, or the file alone.
  package var place: String
  /// The meaning for people and, for a refusal, the remedy.
  package var explanation: String
}

extension Finding: CustomStringConvertible {
  /// The finding as a sentence for people.
  package var description: String { "\(place): \(subject): \(explanation)" }
}
