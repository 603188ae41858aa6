internal import WorkspaceAPI

/// Where a file comes from.
enum ProvenanceText {
  /// Who made it, who changed it last, how often.
  static func text(_ report: ProvenanceReport, _ style: TextStyle) -> String {
    var rows = Columns()
    rows.add(.init("File", style.dim), .init(TerminalText.name(report.path), style.bold))
    rows.add(
      .init("Made by", style.dim), .init(AuthorText.text(report.createdBy, style) + ", " + report.createdAt))
    rows.add(
      .init("Changed by", style.dim),
      .init(AuthorText.text(report.lastModifiedBy, style) + ", " + report.lastModifiedAt))
    rows.add(.init("Versions", style.dim), .init(String(report.versions)))
    rows.add(.init("Token", style.dim), .init(report.token.hex))
    return rows.text
  }
}
