internal import WorkspaceAPI

/// The origin of a file.
enum ProvenanceText {
  /// Returns the first author, the last author and the number of versions.
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
