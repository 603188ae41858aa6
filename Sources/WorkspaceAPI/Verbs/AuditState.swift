/// How the record of what agents did stands.
package struct AuditState: Hashable, Sendable, Codable {
  /// How many lines it has.
  package var lines: Int
  /// The number of the last line that one of the newest commits names; nil where none of them does.
  package var anchored: Int?
  /// Why calls cannot be put on record at this moment; nil where they are.
  package var problem: String?

  /// Makes a state.
  package init(lines: Int, anchored: Int?, problem: String?) {
    self.lines = lines
    self.anchored = anchored
    self.problem = problem
  }
}
