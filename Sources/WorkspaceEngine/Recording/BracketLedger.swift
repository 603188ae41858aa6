internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Keeps the brackets of agents' commands, and stores them for the next start.
///
/// Belongs to the executor of `FolderKeeper`.
struct BracketLedger {
  let recorder: Recorder
  let policy: PolicyBook
  let bracketFile: BracketFile
  let time: any TimeSource

  /// Opens a bracket: an agent's own tool is about to run.
  ///
  /// - Parameter isSure: whether all earlier saves are recorded; otherwise a change may be the agent's or the person's.
  func begin(_ asked: Bracket, isSure: Bool) {
    defer { keepBrackets() }
    var bracket = asked
    let now = time.now().monotonic
    recorder.authors.brackets.forget(at: now)
    if !isSure {
      (bracket.paths, bracket.isCommand, bracket.runner) = ([], true, nil)
      bracket.isDoubtful = true
    }
    bracket.end = now + Brackets.longest
    recorder.authors.brackets.begin(bracket)
  }

  /// Notes that a hook of a session called.
  func noteHook(of session: String) { if recorder.authors.brackets.noteHook(of: session) { keepBrackets() } }

  /// Ends one bracket, or all brackets of a session.
  ///
  /// - Parameters:
  ///   - endsRun: whether all brackets include the run of a headless agent.
  ///   - left: the programs that the session's commands left running; nil if that is unknown.
  func end(_ id: String?, of session: String, withRun endsRun: Bool, leaving left: [BracketRequest.Left]?) {
    let now = time.now().monotonic
    if let id {
      recorder.authors.brackets.end(id, of: session, at: now)
    } else {
      recorder.authors.brackets.end(session: session, withRun: endsRun, at: now)
    }
    note(left, of: session)
    keepBrackets()
  }

  /// Notes that the changes of a tool could not be recorded at its end, and the programs that it left running.
  func doubt(_ id: String, of session: String, leaving left: [BracketRequest.Left]?) {
    recorder.authors.brackets.doubt(id, of: session, at: time.now().monotonic)
    note(left, of: session)
    keepBrackets()
  }

  private func note(_ left: [BracketRequest.Left]?, of session: String) {
    guard let left else { return }
    recorder.authors.brackets.note(
      left: left.map { LeftProgram(session: session, process: $0.process, began: $0.began) }, of: session)
  }

  /// Notes that the changes of a session's tools could not be recorded at their end, and the programs that they left
  /// running; with its run, the headless agent is no longer at work.
  func doubt(session: String, withRun endsRun: Bool, leaving left: [BracketRequest.Left]?) {
    recorder.authors.brackets.doubt(session: session, withRun: endsRun, at: time.now().monotonic)
    note(left, of: session)
    keepBrackets()
  }

  /// Ends the brackets whose end was reported before a recording of all files began, which is done.
  func endOver(before began: Int64) {
    if recorder.authors.brackets.endOver(before: began, at: time.now().monotonic) { keepBrackets() }
  }

  /// Whether no agent's command is running, no agent's program is connected, and neither ended a short time ago.
  var isQuiet: Bool { policy.connectedAgents.isEmpty && recorder.authors.brackets.isQuiet(at: time.now().monotonic) }

  /// Notes that an agent's program was connected or disconnected. A connection counts as open until its end is noted.
  func noteConnection(ending connection: UInt64? = nil) {
    recorder.authors.brackets.noteConnection(at: time.now().monotonic)
    if let connection { policy.connectedAgents.end(connection) }
    keepBrackets()
  }

  /// Returns the session whose command, or a program that its command left, is running; nil for none.
  func commandSession() -> String? {
    recorder.authors.brackets.commandSession(at: time.now().monotonic, isRunning: recorder.authors.isRunning)
  }

  private func keepBrackets() { bracketFile.keep(recorder.authors.brackets, policy.connectedAgents, at: time.now()) }
}
