/// The state of the record of agents' actions.
package struct AuditState: Hashable, Sendable, Codable {
  /// The number of its lines.
  package var lines: Int
  /// The number of the last line that one of the newest commits names; nil if none of them does.
  package var anchored: Int?
  /// The reason why calls cannot be recorded at present; nil if they can.
  package var problem: String?

  /// Creates a state.
  package init(lines: Int, anchored: Int?, problem: String?) {
    self.lines = lines
    self.anchored = anchored
    self.problem = problem
  }
}
