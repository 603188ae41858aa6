internal import WorkspaceEngine

/// What `init` and `clone` made.
enum InitText {
  /// The folder, what was recorded, the rules that apply, and what comes next.
  static func text(_ report: InitReport, _ style: TextStyle) -> String {
    let files = report.files == 1 ? "1 file is" : "\(report.files) files are"
    var text = report.created ? "Made the workspace " : "Took over the folder "
    text += "\(style.bold(report.root)): \(files) recorded.\n"
    for note in report.notes { text += "  \(style.yellow("Note:")) \(note)\n" }
    return text + "Next: `stet -C \(ShellText.quoted(report.root)) start`, then save files there with any program.\n"
  }
}
