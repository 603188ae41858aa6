/// Something that a person must decide.
package struct QuestionReport: Sendable, Codable {
  /// Its id, stable while it is open.
  package var id: String
  /// `safety-stop`, `branch-moved-back`, `remote-rewritten`, `unrelated-history`, `conflict`, …
  package var kind: String
  /// What was seen.
  package var seen: String
  /// What is untouched meanwhile.
  package var untouched: String
  /// The two answers, each a command with what it does.
  package var answers: [QuestionAnswer]
  /// Since when, ISO 8601.
  package var since: String

  /// Makes a report.
  package init(id: String, kind: String, seen: String, untouched: String, answers: [QuestionAnswer], since: String) {
    self.id = id
    self.kind = kind
    self.seen = seen
    self.untouched = untouched
    self.answers = answers
    self.since = since
  }
}
