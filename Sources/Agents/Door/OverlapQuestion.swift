internal import MCP

/// The question to the person if an agent would replace text that was changed since the agent read the file: the
/// present text against the agent's.
enum OverlapQuestion {
  /// The word for the present text.
  static let keep = "keep"
  /// The word for the agent's text.
  static let replace = "replace"
  /// The greatest length of the shown difference, in letters.
  private static let longest = 4_000

  /// Returns the question.
  ///
  /// - Parameters:
  ///   - failure: the reason why the call was not carried out, with the present text.
  ///   - proposal: the agent's new content; nil if the agent would delete the file, or the content is no text.
  static func question(
    _ failure: ToolFailure, token: String, agent: String, verb: String, path: String, proposal: [UInt8]?
  ) -> ToolQuestion {
    var message =
      "\(ModelText.author(agent)) wants to \(verb) \(ModelText.path(path)), which was changed since it read it."
    if let current = failure.current {
      let diff = UnifiedDiff.hunks(from: Array(current.utf8), to: proposal ?? [])
      message += " Lines with - are there now" + (proposal == nil ? "" : ", lines with + would take their place")
      message += ":\n" + shortened(ModelText.lines(diff))
    }
    return ToolQuestion(
      message: message, choices: [keep, replace],
      meaning: "keep: the present text stays, and the agent is notified. replace: the agent's change is made; "
        + "the present text stays in history.", state: token)
  }

  /// Returns the refusal for an agent whose change the person does not want.
  static func kept(_ path: String) -> ToolFailure {
    ToolFailure(
      "The person was asked and keeps the present text of \(ModelText.path(path)): your change is not wanted.\n"
        + "The file is as it was.\nDo not make this change again. Go on without it, or ask the person what they want; "
        + "read_text_file shows the present text.")
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > longest, text.count > longest else { return text }
    return text.prefix(longest) + "\n[the rest of the difference is longer than a form shows]"
  }
}
