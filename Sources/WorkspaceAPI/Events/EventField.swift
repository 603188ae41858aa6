/// A field that some kinds of event bear and others do not; the raw value is its name in JSON.
package enum EventField: String, Sendable, Hashable, CaseIterable {
  /// The commit it is about.
  case commit
  /// Who made it.
  case author
  /// The id of the question.
  case id
  /// More exactly what it is.
  case kind
  /// The word that was answered.
  case answer
}
