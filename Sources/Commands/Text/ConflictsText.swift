internal import GitObjects
internal import Values
package import WorkspaceAPI

/// Open conflicts.
package enum ConflictsText {
  /// Returns a few lines for each conflict, with the texts of both versions and the command that resolves it.
  package static func text(_ conflicts: [ConflictReport], _ style: TextStyle) -> String {
    guard !conflicts.isEmpty else { return "No conflicts.\n" }
    return conflicts.map { conflict in
      var text =
        "\(style.yellow(String(conflict.id.prefix(ConflictReport.shortID))))  \(style.bold(TerminalText.name(conflict.path)))"
      text += "  \(style.dim(TimeText.relative(conflict.time, now: style.now)))\n"
      if conflict.isProtected == true { return text + "  both versions are kept from agents by the policy\n" }
      if conflict.reason == "name" {
        text += "  current: another name of the file\n"
      } else {
        text += version(
          "current", conflict.kept?.hex, conflict.keptAuthor, conflict.keptMachine, conflict.keptTime, style)
      }
      text += version(
        "kept beside it", conflict.other?.hex, conflict.otherAuthor, conflict.otherMachine, conflict.otherTime, style)
      for place in conflict.places {
        text += "  line \(place.line):\n"
        text += lines(place.kept, "    current ", style.green) + lines(place.other, "    other   ", style.yellow)
        if !place.base.isEmpty { text += lines(place.base, "    before  ", style.dim) }
      }
      text += "  settle it: `stet resolve \(ShellWord.path(conflict.target)) --keep current|other|both`\n"
      return text
    }.joined(separator: "\n")
  }

  private static func version(
    _ place: String, _ blob: String?, _ author: AuthorRecord?, _ machine: String?, _ time: String?, _ style: TextStyle
  ) -> String {
    var by = author.map { "by \(AuthorText.text($0))" } ?? "by an unknown author"
    if let machine { by += " on \(machine)" }
    if let time { by += " " + style.dim(TimeText.relative(time, now: style.now)) }
    guard let blob else { return "  \(place): the deletion, \(by)\n" }
    return "  \(place): \(by), see `git show \(blob.prefix(12))`\n"
  }

  private static func lines(_ text: String, _ mark: String, _ color: (String) -> String) -> String {
    guard !text.isEmpty else { return mark + "(nothing)\n" }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
      .prefix(20).map { mark + color(String($0)) + "\n" }.joined()
  }
}

/// The result of resolving conflicts.
enum ResolveText {
  /// Returns the commit and the number of open conflicts.
  static func text(_ receipt: ResolveReceipt, _ style: TextStyle) -> String {
    let count = Counted.text(receipt.settled.count, "conflict")
    var text = "Settled \(count)"
    if let commit = receipt.commit { text += " in \(style.yellow(String(commit.hex.prefix(8))))" }
    text += receipt.paths.isEmpty ? "; the file stays as it is.\n" : ".\n"
    for path in receipt.paths { text += "  \(TerminalText.name(path))\n" }
    if receipt.remaining > 0 { text += "\(receipt.remaining) more open: `stet conflicts`.\n" }
    return text
  }
}

/// The questions that a person must decide.
enum QuestionsText {
  /// Returns each question with its answers as commands.
  static func text(_ questions: [QuestionReport], _ style: TextStyle) -> String {
    guard !questions.isEmpty else { return "No questions.\n" }
    return questions.map { question in
      var text = "\(style.yellow(question.id))  \(style.bold(question.kind))"
      text += "  \(style.dim(TimeText.relative(question.since, now: style.now)))\n"
      text += "  \(question.seen)\n  \(question.untouched)\n"
      if let word = question.answered {
        return text + "  '\(word)' was answered and is being carried out\n"
      }
      for answer in question.answers { text += "    \(answer.command)\n      \(answer.effect)\n" }
      return text
    }.joined(separator: "\n")
  }

  /// Returns the result of an answer.
  static func answered(_ question: QuestionReport, _ style: TextStyle) -> String {
    "Answered \(style.yellow(question.id)) (\(question.kind)).\n"
  }
}
