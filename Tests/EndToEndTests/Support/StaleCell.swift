import Testing

/// A file that a person has open while an agent writes to it: what the agent does, what the person does, what is there in
/// the end.
struct StaleCell: Sendable, CustomTestStringConvertible {
  /// The agent's act.
  enum Act: String, CaseIterable, Sendable {
    case appendToLog, append, addAtEnd, editOther, editSame, newFile
  }

  /// The person's edit of the text that was loaded before.
  enum Edit: String, CaseIterable, Sendable {
    case atEnd, atTop, sameLine
  }

  /// The events between the agent's write and the person's save.
  enum Between: String, CaseIterable, Sendable {
    case nothing, reader, restart
  }

  /// The places of both texts in the end.
  enum End: String, Sendable {
    case both, conflict, question
  }

  /// The text that both begin with.
  static let base = "# Title\n\nalpha line\n\nother line\n\nmiddle line\n\nlast line\n"

  let act: Act
  let edit: Edit

  /// Every one.
  static let all = Act.allCases.flatMap { act in Edit.allCases.map { StaleCell(act: act, edit: $0) } }

  var testDescription: String { "\(act.rawValue) × \(edit.rawValue)" }

  /// The file; lines of a log stay wherever they meet.
  var path: String { (act == .appendToLog ? "log-" : "") + "\(act.rawValue)-\(edit.rawValue).md" }

  /// The agent's command, as arguments of `stet`, and its input.
  var command: (arguments: [String], input: String) {
    switch act {
    case .appendToLog, .append: (["append", path], "\nAGENT wrote this.\n")
    case .addAtEnd: (["edit", path, "--old", "last line", "--new", "last line\n\nAGENT wrote this."], "")
    case .editOther: (["edit", path, "--old", "other line", "--new", "other line, AGENT"], "")
    case .editSame: (["edit", path, "--old", "middle line", "--new", "middle line, AGENT"], "")
    case .newFile: (["write", path], "# AGENT\n\nThe agent's text.\n")
    }
  }

  /// The text that the person's editor saves.
  var saved: String {
    if act == .newFile { return "\(mark)\n" }
    var lines = Self.base.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch edit {
    case .atEnd: return Self.base + "\n\(mark)\n"
    case .atTop: lines[0] += " \(mark)"
    case .sameLine: lines[act == .editOther || act == .editSame ? 6 : 8] += " \(mark)"
    }
    return lines.joined(separator: "\n")
  }

  /// The person's words; no two files ever have one text.
  private var mark: String { "MINE in \(act.rawValue), \(edit.rawValue)" }

  /// Returns the places of both texts in the end.
  func end(_ between: Between) -> End {
    let isAddition = act == .appendToLog || act == .append || act == .addAtEnd
    if between != .nothing { return isAddition ? .both : .question }
    return act == .editSame && edit == .sameLine ? .conflict : .both
  }
}
