package import Payloads

/// The answer of a source to a step of a plan.
package struct SourceReading: Hashable, Sendable {
  /// The facts, or the line that stands for them.
  package var outcome: SourceOutcome<Payload>
  /// Sentences about parts that could not be read, or that need a permission.
  package var remarks: [String]

  /// Creates an answer.
  package init(_ outcome: SourceOutcome<Payload>, remarks: [String] = []) {
    self.outcome = outcome
    self.remarks = remarks
  }
}
