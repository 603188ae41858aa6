internal import GitObjects
internal import History

extension WriteQueue {
  /// Opens a bracket: an agent's own tool is about to run.
  ///
  /// - Parameter isSure: whether all that was saved before is recorded; else what changes may be either's.
  func begin(
    id: String, _ origin: WriteOrigin, session: String, paths: Set<WorkspacePath>, texts: [String], isCommand: Bool,
    isSure: Bool
  ) {
    defer { keepBrackets() }
    let now = time.now().monotonic
    recorder.brackets.forget(at: now)
    recorder.brackets.begin(
      Bracket(
        id: id, origin: origin, session: session, paths: isSure ? paths : [], texts: texts,
        isCommand: isCommand || !isSure, end: now + Brackets.longest))
  }

  /// Ends one.
  func end(_ id: String, of session: String) {
    recorder.brackets.end(id, of: session, at: time.now().monotonic)
    keepBrackets()
  }

  /// Ends all of a session.
  func end(session: String) {
    recorder.brackets.end(session: session, at: time.now().monotonic)
    keepBrackets()
    updateReported()
  }

  /// Whether no agent's command runs or ran a short time ago.
  var isQuiet: Bool { recorder.brackets.isQuiet(at: time.now().monotonic) }

  /// The session whose command runs; nil where none does.
  var commandSession: String? {
    let now = time.now().monotonic
    return recorder.brackets.open.last { $0.isCommand && $0.end > now }?.session
  }

  private func keepBrackets() { bracketFile.keep(recorder.brackets, at: time.now()) }
}
