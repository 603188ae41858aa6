internal import Values
package import WorkspaceAPI

/// The result of `init` and `clone`.
package enum InitText {
  /// Returns the folder, the recorded files, the rules that apply, the destination of changes, and the next step.
  package static func text(_ report: InitReport, _ style: TextStyle) -> String {
    let files = Counted.text(report.files, "file is", "files are")
    let root = style.bold(report.root)
    let folder = ShellWord.word(report.root)
    var text: String
    switch (report.isWorkspaceAlready, report.created) {
    case (true, _): text = "\(root) is a workspace already" + (report.files > 0 ? ": \(files) recorded.\n" : ".\n")
    case (_, true): text = "Made the workspace \(root): \(files) recorded.\n"
    case (_, false): text = "Took over the folder \(root): \(files) recorded.\n"
    }
    if let pause = report.pause { text += "  \(style.yellow("Recording is paused:")) \(pause)\n" }
    for note in report.notes { text += "  \(style.yellow("Note:")) \(note)\n" }
    switch report.publication {
    case nil: break
    case .publishes?: text += "Changes are published to \(place(report)).\n"
    case .local?:
      text +=
        "Nothing is published to \(place(report)), as you decided; `stet init --yes` changes that in "
        + "\(report.root).\n"
    case .asks?:
      text += "Nothing is published to \(place(report)) until you agree:\n"
      text += "    stet -C \(folder) questions answer first-publication publish\n"
      text += "    stet -C \(folder) questions answer first-publication keep\n"
    }
    return text + "Next: `stet -C \(folder) start`, then save files there with any program.\n"
  }

  /// Returns the question whether to publish the folder.
  package static func question(_ report: InitReport) -> String {
    let files =
      switch report.unpublished {
      case nil: "what is here"
      case 1?: "1 file"
      case let count?: "\(count) files"
      }
    return "Publish \(files) to \(place(report))?"
  }

  private static func place(_ report: InitReport) -> String {
    (report.remote ?? "the remote") + (report.branch.map { ", branch '\($0)'" } ?? "")
  }
}
