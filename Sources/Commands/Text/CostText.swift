internal import Models
internal import Values

/// The use of models, for people.
enum CostText {
  /// Returns a line for each sum, the total, and what is left of the limits.
  static func text(_ report: CostReport, _ style: TextStyle) -> String {
    guard !report.rows.isEmpty else { return "No model was called.\n" + left(report) }
    var rows = Columns()
    for row in report.rows + (report.rows.count > 1 ? [report.total] : []) {
      let name = TerminalText.short(row.name)
      rows.add(
        .init(name, style.bold), .init(Counted.text(row.turns, "turn")), .init("\(row.input) in"),
        .init("\(row.output) out"), .init(money(row)))
    }
    return rows.text + left(report)
  }

  /// Returns the cost of a call or of several.
  ///
  /// - Parameter dollars: nil if it is not known.
  static func text(dollars: Double?) -> String {
    dollars.flatMap { Cost(dollars: $0) }.map { "\($0)" } ?? "cost not known"
  }

  private static func money(_ row: CostReport.Row) -> String {
    let known = row.unpriced < row.turns ? Cost(dollars: row.dollars).map { "\($0)" } ?? "" : "cost not known"
    guard row.unpriced > 0, row.unpriced < row.turns else { return known }
    return "\(known) and \(Counted.text(row.unpriced, "call")) without a known price"
  }

  private static func left(_ report: CostReport) -> String {
    report.left.reduce(into: "") { text, left in
      let parts = [
        left.tokens.map { "\(max(0, $0)) tokens" },
        left.dollars.map { "\(Cost(dollars: max(0, $0)) ?? Cost(picodollars: 0))" },
      ]
      text += "Left of \(left.name): \(parts.compactMap(\.self).joined(separator: ", "))\n"
    }
  }
}
