/// A field that only some kinds of event have; the raw value is its name in JSON.
package enum EventField: String, Sendable, Hashable, CaseIterable {
  /// The commit of the event.
  case commit
  /// The author of the change, or the holder of a claim.
  case author
  /// The id of the question.
  case id
  /// The exact kind.
  case kind
  /// The word of the answer.
  case answer
}
