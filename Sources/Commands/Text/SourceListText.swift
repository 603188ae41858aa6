/// The sources of facts, for people.
enum SourceListText {
  /// Returns the list of sources.
  static func list(_ list: SourceList, _ style: TextStyle) -> String {
    guard !list.sources.isEmpty else { return none(list.file) }
    var rows = Columns()
    for source in list.sources {
      let access = Columns.Cell(source.access, source.access == "allow" ? style.green : style.yellow)
      rows.add(.init(source.name), .init(source.kind), access, .init(TerminalText.name(source.place)))
    }
    return rows.text
  }

  /// Returns the results of a check.
  static func checks(_ checks: SourceChecks, _ style: TextStyle) -> String {
    guard !checks.sources.isEmpty else { return none(checks.file) }
    var text = ""
    for check in checks.sources {
      switch check.state {
      case "ok": text += "\(check.name): \(style.green("ok")): "
      case "failed": text += "\(check.name): \(style.red("failed")): "
      default: text += "\(check.name): "
      }
      text += TerminalText.name(check.line) + "\n"
      for problem in check.problems { text += "  note: \(TerminalText.name(problem))\n" }
    }
    return text
  }

  private static func none(_ file: String) -> String {
    "No source is set up. Set one up in \(file); 'stet source --help' has an example.\n"
  }
}
