internal import WorkspaceAPI

/// Large files and their states.
enum LargeText {
  /// Returns a line for each file, then the reason why transfers wait.
  static func text(_ report: LargeReport, _ style: TextStyle) -> String {
    if report.files.isEmpty { return "There are no large files.\n" }
    var rows = Columns()
    for file in report.files {
      rows.add(.init(TerminalText.name(file.path)), .init(size(file.size), style.dim), .init(words(for: file)))
    }
    let waits = report.waits.map { style.yellow("Large transfers wait: \($0)") + "\n" } ?? ""
    return rows.text + waits
  }

  /// Returns the state of a file in words.
  static func words(for file: LargeFileState) -> String {
    var words =
      switch file.state {
      case "downloading": "downloading (\(file.percent ?? 0) %)"
      case "downloaded": "downloaded, a newer one is coming"
      case "current": "here"
      default: "not downloaded"
      }
    switch file.upload {
    case "waiting": words += ", not sent yet"
    case "uploading": words += ", being sent (\(file.percent ?? 0) %)"
    default: break
    }
    if file.isPinned { words += ", pinned" }
    if let problem = file.problem { words += (file.outcome == "kept" ? "; kept: " : "; ") + problem }
    return words
  }

  /// Returns `[#####·····] 50 %  1 of 2 files  10.0 of 20.0 MB`.
  static func bar(_ files: [LargeFileState], width: Int = 30) -> String {
    let total = files.reduce(0) { $0 + $1.size }
    let done = files.reduce(0) { sum, file in
      file.state == "current"
        ? sum + file.size : sum + file.size * (file.state == "downloading" ? file.percent ?? 0 : 0) / 100
    }
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let filled = Int(share * Double(width))
    let current = files.count { $0.state == "current" }
    return "[" + String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
      + "] \(Int(share * 100)) %  \(current) of \(files.count) files  \(size(done)) of \(size(total))"
  }

  /// Returns a number of bytes with a unit and one decimal.
  static func size(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), "B")
    for next in ["kB", "MB", "GB", "TB"] where value >= 1_000 { (value, unit) = (value / 1_000, next) }
    return unit == "B" ? "\(bytes) B" : "\(Int(value * 10) / 10).\(Int(value * 10) % 10) \(unit)"
  }
}
