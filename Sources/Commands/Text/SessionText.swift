internal import Models
internal import Sessions
internal import Values

/// Sessions, for people.
enum SessionText {
  /// Returns the list of sessions.
  static func list(_ rows: [SessionRow], _ style: TextStyle) -> String {
    guard !rows.isEmpty else { return "There is no session. Begin one with 'stet run \"…\"'.\n" }
    var columns = Columns()
    for row in rows {
      let task = row.prompt.split(separator: "\n").first.map(String.init) ?? ""
      columns.add(
        .init(row.id, style.bold), .init(TerminalText.short(reasoned(row)), colour(row.state, style)), .init(used(row)),
        .init(TimeText.relative(row.updated, now: style.now), style.dim),
        .init(TerminalText.short(row.ability ?? task)))
    }
    return columns.text
  }

  /// Returns the details of one session.
  static func details(_ row: SessionRow, _ record: SessionRecord, _ style: TextStyle) -> String {
    var text = head(row, style) + "\(TerminalText.content(row.prompt))\n"
    if let reason = row.reason {
      text += "\n\(style.yellow("Paused because:")) \(TerminalText.name(reason))\n"
      text += "Go on with: \(next(row, reason))\n"
    }
    if let question = record.question {
      text += "\n\(style.yellow("Question:")) \(TerminalText.content(question.text))\n"
      if !question.choices.isEmpty {
        text += "Answers: \(question.choices.map(TerminalText.name).joined(separator: ", "))\n"
      }
      text += "Answer with: stet session resume \(row.id) --answer \"…\"\n"
    }
    for call in record.pending {
      text += "Next: \(TerminalText.short(call.call.name))\(call.startedAt == nil ? "" : " (begun)")\n"
    }
    let last = record.summary ?? record.lastText
    if !last.isEmpty { text += "\n\(TerminalText.content(last))\n" }
    guard !record.unfinished.isEmpty else { return text }
    let isArriving = row.pid != nil && !record.partial.isEmpty
    let title = isArriving ? style.dim("Answer so far:") : style.yellow("Interrupted answer:")
    return text + "\n\(title)\n\(TerminalText.content(record.unfinished))\n"
  }

  /// Returns the end of a run: the state, what it used, and the next step.
  static func end(_ row: SessionRow, _ record: SessionRecord, _ style: TextStyle) -> String {
    var text = head(row, style)
    switch record.state {
    case .waitingForUser:
      guard let question = record.question else { break }
      let answer = question.choices.isEmpty ? "TEXT" : question.choices.map(TerminalText.name).joined(separator: "|")
      text += "      \(TerminalText.content(question.text))\n"
      text += "      Next: stet session resume \(row.id) --answer \(answer)\n"
    case .backgrounded:
      if let reason = record.lastCut { text += "      \(TerminalText.name(reason))\n" }
      text += "      Next: \(next(row, record.lastCut))\n"
    case .idle, .running, .completed, .failed: break
    }
    return text
  }

  /// Returns the step by which a paused session goes on, after the key that a fault names.
  private static func next(_ row: SessionRow, _ reason: String?) -> String {
    let command = "stet session resume \(row.id)"
    let words = ["refused the key", "requires a key", "has no key", "key_command "]
    guard let reason, words.contains(where: { reason.contains($0) }) else { return command }
    return "give the provider its key ('stet provider check' tests it), then \(command)"
  }

  /// Returns the line with the id, the status and what the session used.
  private static func head(_ row: SessionRow, _ style: TextStyle) -> String {
    "\(style.bold(row.id))  \(colour(row.state, style)(TerminalText.name(status(row))))  \(used(row))\n"
  }

  /// Returns the status, with the machine if it is another one.
  private static func status(_ row: SessionRow) -> String { row.status + (row.machine.map { " on \($0)" } ?? "") }

  /// Returns the status with the reason of a pause that nobody asked for.
  private static func reasoned(_ row: SessionRow) -> String { status(row) + (row.reason.map { ": \($0)" } ?? "") }

  /// Returns turns, tokens and cost.
  private static func used(_ row: SessionRow) -> String {
    let cost = row.use.dollars.flatMap { Cost(dollars: $0) }.map { ", \($0)" } ?? ""
    let estimated = row.use.estimated.map { " (\(Counted.text($0, "turn")) estimated)" } ?? ""
    return "\(Counted.text(row.use.turns, "turn")), \(row.use.tokens) tokens\(cost)\(estimated)"
  }

  private static func colour(_ state: String, _ style: TextStyle) -> (String) -> String {
    switch SessionState.Kind(rawValue: state) {
    case .completed: style.green
    case .failed: style.red
    case .waitingForUser: style.yellow
    case .running: style.cyan
    default: style.dim
    }
  }
}
