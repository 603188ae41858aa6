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
      let isEstimate = row.estimated > 0
      rows.add(
        .init(name, style.bold), .init(Counted.text(row.turns, "turn")),
        .init(mark("\(row.input) in", isEstimate)), .init(mark("\(row.output) out", isEstimate)),
        .init(mark(money(row), isEstimate && row.dollars > 0)))
    }
    return rows.text + legend(report.total.estimated) + report.advice.map(\.line).joined() + left(report)
  }

  /// Returns a figure with the mark of an estimate, if it is one.
  static func mark(_ figure: String, _ isEstimate: Bool) -> String { isEstimate ? "~\(figure)" : figure }

  /// Returns the line about the mark; empty without an estimate.
  ///
  /// - Parameter estimated: the number of answers whose figures are estimated.
  static func legend(_ estimated: Int) -> String {
    guard estimated > 0 else { return "" }
    return "~ estimated: \(Counted.text(estimated, "answer")) broke off before the provider reported its use.\n"
  }

  /// Returns the cost of a call.
  ///
  /// - Parameters:
  ///   - dollars: nil if it is not known.
  ///   - advice: the price that is missing then; nil if none is.
  static func text(dollars: Double?, _ advice: PriceAdvice?) -> String {
    let unknown = "cost not known" + (advice.map { " (\($0.short))" } ?? "")
    return dollars.flatMap { Cost(dollars: $0) }.map { "\($0)" } ?? unknown
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
