internal import Abilities
internal import Values
package import WorkspaceAPI

/// Abilities and their changes.
package enum AbilityText {
  /// Returns one line for each ability: its name, label, part of the day, plan, and marks.
  package static func list(_ list: AbilityList, _ style: TextStyle) -> String {
    var columns = Columns()
    for report in list.abilities {
      let slot = report.ability.preferredTimeSlot ?? ""
      let isNow = slot == list.timeSlot
      columns.add(
        Columns.Cell(TerminalText.name(report.slug)) { style.cyan($0) },
        Columns.Cell(TerminalText.name(report.ability.label)),
        Columns.Cell(TerminalText.name(slot)) { isNow ? style.bold($0) : style.dim($0) },
        Columns.Cell(TerminalText.name(report.ability.planKeyRaw ?? "")) { style.dim($0) },
        Columns.Cell(marks(report)) { style.dim($0) })
    }
    return columns.text
  }

  private static func marks(_ report: AbilityReport) -> String {
    var marks: [String] = []
    if report.ability.isDefault { marks.append(report.path == nil ? "default" : "changed default") }
    if !report.findings.isEmpty { marks.append(Counted.text(report.findings.count, "finding")) }
    return marks.isEmpty ? "" : "(\(marks.joined(separator: ", ")))"
  }

  /// Returns the fields of an ability, its prompt, and the findings.
  static func fields(_ report: AbilityReport, _ style: TextStyle) -> String {
    let ability = report.ability
    var columns = Columns()
    let fields: [(String, String?)] = [
      ("name", report.slug), ("label", ability.label), ("description", report.description),
      ("file", report.path ?? "none: the default of the program"), ("id", ability.id), ("icon", ability.icon),
      ("color", ability.colorHex), ("plan", ability.planKeyRaw), ("slot", ability.preferredTimeSlot),
      ("order", ability.sortOrder.map(String.init)), ("default", ability.isDefault ? "yes" : "no"),
      ("arguments", report.arguments.isEmpty ? nil : report.arguments.joined(separator: ", ")),
    ]
    for case (let name, let value?) in fields {
      columns.add(Columns.Cell(name) { style.dim($0) }, Columns.Cell(TerminalText.name(value)))
    }
    return columns.text + "\n" + ability.prompt + "\n" + lines(report.findings, style)
  }

  /// Returns the changed files, the id for an undo, the findings, and the order after a move.
  static func receipt(_ receipt: AbilityReceipt, _ style: TextStyle) -> String {
    var text = "Nothing had to change.\n"
    if receipt.commit != nil || !receipt.paths.isEmpty {
      let files = Counted.text(receipt.paths.count, "file")
      let undo = receipt.operation.map { "; `stet undo \(style.yellow(OperationsText.short($0)))` takes that back" }
      text = "Changed \(files)\(undo ?? "").\n" + receipt.paths.map { "  \(TerminalText.name($0))\n" }.joined()
      if let slug = receipt.slug { text = "\(style.cyan(TerminalText.name(slug)))  " + text }
    }
    return text + lines(receipt.findings, style) + (receipt.order.map(order) ?? "")
  }

  /// Returns the order of the abilities, and the order of the list if that is another one.
  static func order(_ order: AbilityReceipt.Order) -> String {
    func names(_ slugs: [String]) -> String { slugs.map(TerminalText.name).joined(separator: ", ") }
    let text = "Order: \(names(order.places))\n"
    guard order.listed != order.places else { return text }
    return text + "`stet ability list` shows the abilities of the present part of the day (\(order.timeSlot)) first: "
      + "\(names(order.listed))\n"
  }

  /// Returns one line for each template: its name, label, purpose, and the ability that was made of it.
  static func gallery(_ templates: [AbilityTemplateReport], _ style: TextStyle) -> String {
    var columns = Columns()
    for template in templates {
      columns.add(
        Columns.Cell(template.name) { style.cyan($0) }, Columns.Cell(template.ability.label),
        Columns.Cell(template.installedAs == nil ? "" : "installed") { style.green($0) },
        Columns.Cell(template.description) { style.dim($0) })
    }
    return columns.text
  }

  /// Returns the findings of each ability, and their number.
  static func findings(_ found: [AbilityFindings], of total: Int, _ style: TextStyle) -> String {
    let abilities = Counted.text(total, "ability was", "abilities were")
    guard !found.isEmpty else { return "\(abilities) checked, without findings.\n" }
    let text = found.map { style.cyan(TerminalText.name($0.slug)) + "\n" + lines($0.findings, style) }.joined()
    return text + "\(abilities) checked; \(Counted.text(found.count, "has", "have")) findings.\n"
  }

  /// Returns the states of the steps of a plan on one line: `Calendar 0.2 s · Health … · Mail not set up`.
  static func steps(_ steps: [PlanRun.Step], _ style: TextStyle) -> String {
    steps.map { step in
      let title = step.source.title
      switch step.state {
      case .waiting: return style.dim(title)
      case .running: return "\(title) …"
      case .done(.value): return style.green("\(title) \(seconds(step.duration ?? .zero))")
      case .done(.failed): return style.red("\(title) failed \(seconds(step.duration ?? .zero))")
      case .done(.notSetUp): return style.yellow("\(title) not set up")
      }
    }.joined(separator: " · ")
  }

  private static func seconds(_ duration: Duration) -> String {
    let tenths = Int((duration / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// Returns the facts of a plan: the payload, and a line for each source without facts.
  static func facts(_ facts: PlanFacts, _ style: TextStyle) -> String {
    var isBriefing = false
    if case .briefing = facts.payload { isBriefing = true }
    return facts.lines.map { line in
      // The texts of sources are others' words.
      let text = TerminalText.name(line)
      return (isBriefing && !line.hasPrefix(" ") ? style.bold(text) : text) + "\n"
    }.joined()
  }

  private static func lines(_ findings: [AbilityFinding], _ style: TextStyle) -> String {
    findings.map { "  \(style.yellow($0.rule)): \(TerminalText.name($0.what))\n" }.joined()
  }
}
