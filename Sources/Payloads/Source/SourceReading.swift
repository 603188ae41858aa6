/// The answer of a source, or of all sources of a kind, to a query.
package struct SourceReading: Hashable, Sendable {
  /// The facts, or the line that stands for them.
  package var outcome: SourceOutcome<Payload>
  /// Sentences on parts that could not be read, or that need a permission, for people, without line breaks.
  package var remarks: [String]

  /// Creates an answer.
  package init(_ outcome: SourceOutcome<Payload>, remarks: [String] = []) {
    self.outcome = outcome
    self.remarks = remarks
  }
}
