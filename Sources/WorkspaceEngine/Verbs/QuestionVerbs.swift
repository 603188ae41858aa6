package import Documents
package import GitObjects

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

/// One way to answer a question.
package struct QuestionAnswer: Sendable, Codable, Hashable {
  /// The word for it: `stet questions answer ID WORD`.
  package var word: String
  /// What happens then.
  package var effect: String

  /// Makes an answer.
  package init(word: String, effect: String) {
    self.word = word
    self.effect = effect
  }
}

/// Answers a question.
package struct AnswerRequest: Sendable, Codable {
  /// The question's id.
  package var id: String
  /// The answer's word.
  package var word: String
  /// Who answers; an agent is refused.
  package var caller: Caller

  /// Makes a request.
  package init(id: String, word: String, caller: Caller = .person) {
    self.id = id
    self.word = word
    self.caller = caller
  }
}

/// Two versions of one region of a path, both kept in history.
package struct ConflictReport: Sendable, Codable {
  /// The conflict's id, equal on every machine.
  package var id: String
  /// The path.
  package var path: String
  /// The common version, if there is one.
  package var base: ObjectID?
  /// The version that stands.
  package var kept: ObjectID?
  /// Who wrote what stands.
  package var keptAuthor: AuthorRecord?
  /// The version beside it.
  package var other: ObjectID?
  /// Who wrote the version beside it.
  package var otherAuthor: AuthorRecord?
  /// The merge commit that recorded it.
  package var commit: ObjectID
  /// When, ISO 8601.
  package var time: String

  /// Makes a report.
  package init(
    id: String, path: String, base: ObjectID?, kept: ObjectID?, keptAuthor: AuthorRecord?, other: ObjectID?,
    otherAuthor: AuthorRecord?, commit: ObjectID, time: String
  ) {
    self.id = id
    self.path = path
    self.base = base
    self.kept = kept
    self.keptAuthor = keptAuthor
    self.other = other
    self.otherAuthor = otherAuthor
    self.commit = commit
    self.time = time
  }
}
