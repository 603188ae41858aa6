internal import FileWatching
internal import GitObjects
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Keeps the brackets of agents' commands, and stores them for the next start.
///
/// Belongs to the executor of `FolderKeeper`.
package final class BracketLedger {
  private let recorder: Recorder
  private let policy: PolicyBook
  private let bracketFile: BracketFile
  private let links: FolderLinks
  private let time: any TimeSource
  /// The time of the next recording that ends the doubt about brackets.
  private var retryTime = RetryTime()
  /// Whether such a recording is at work.
  private var isRetrying = false

  /// Creates the ledger from the parts that it uses.
  init(
    recorder: Recorder, policy: PolicyBook, bracketFile: BracketFile, links: FolderLinks, time: any TimeSource
  ) {
    self.recorder = recorder
    self.policy = policy
    self.bracketFile = bracketFile
    self.links = links
    self.time = time
  }

  /// Opens a bracket: an agent's own tool is about to run.
  ///
  /// - Parameter isSure: whether all earlier saves are recorded; otherwise a change may be the agent's or the person's.
  func begin(_ asked: Bracket, isSure: Bool) {
    defer { keepBrackets() }
    var bracket = asked
    let now = time.now().monotonic
    recorder.authors.brackets.forget(at: now)
    if !isSure {
      (bracket.paths, bracket.isCommand, bracket.doubt) = ([], true, .earlierSaves(now))
      noteDoubt(at: now)
    }
    bracket.end = now + Brackets.longest
    recorder.authors.brackets.begin(bracket)
  }

  /// Notes that a hook of a session called.
  package func noteHook(of session: String) { if recorder.authors.brackets.noteHook(of: session) { keepBrackets() } }

  /// Ends brackets whose end was reported, or notes that their changes could not be recorded: the next recording of all
  /// files ends them then.
  ///
  /// - Parameters:
  ///   - isRecorded: whether all changes so far are recorded.
  ///   - left: the programs that the session's commands left running; nil if that is unknown.
  func end(_ ending: BracketEnding, isRecorded: Bool, leaving left: [BracketRequest.Left]?) {
    let (session, now) = (ending.session, time.now().monotonic)
    if isRecorded {
      recorder.authors.brackets.end(ending, at: now, awaiting: attendedDeletions)
    } else {
      noteDoubt(at: now)
      recorder.authors.brackets.doubt(ending, at: now)
    }
    if let left {
      recorder.authors.brackets.note(
        left: left.map { LeftProgram(session: session, process: $0.process, began: $0.began) }, of: session)
    }
    keepBrackets()
  }

  /// Ends the brackets whose end was reported before a recording of all files began, which is done, and the doubt about
  /// runs that began before it.
  func endDoubt(before began: Int64) {
    let now = time.now().monotonic
    if recorder.authors.brackets.endDoubt(before: began, at: now, awaiting: attendedDeletions) { keepBrackets() }
  }

  /// Sets the time of the first recording that ends the doubt about brackets, unless there is doubt about others. It is
  /// called before the doubt about the bracket in question is noted.
  private func noteDoubt(at now: Int64) {
    guard !recorder.authors.brackets.awaitsRecording(at: now) else { return }
    retryTime = RetryTime()
    retryTime.noteFailure(at: now)
  }

  /// Returns the time, monotonic nanoseconds, of the next recording that ends the doubt about brackets; nil if there is
  /// no doubt, or such a recording is at work.
  func retryDue(at now: Int64) -> Int64? {
    !isRetrying && recorder.authors.brackets.awaitsRecording(at: now) ? retryTime.at : nil
  }

  /// Notes that such a recording begins.
  func beginRetry() { isRetrying = true }

  /// Notes that such a recording ended; if doubt is left, the next one comes later.
  func endRetry(at now: Int64) {
    isRetrying = false
    retryTime.noteFailure(at: now)
  }

  /// Whether no agent's command is running, no agent's program is connected, and neither ended a short time ago.
  package var isQuiet: Bool {
    policy.connectedAgents.isEmpty && recorder.authors.brackets.isQuiet(at: time.now().monotonic)
  }

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

  /// The deletions of open documents, which a recording of all files leaves out until they are believed (rule 4).
  private var attendedDeletions: [WorkspacePath] { links.watcher?.attendedDeletions ?? [] }

  private func keepBrackets() { bracketFile.keep(recorder.authors.brackets, policy.connectedAgents, at: time.now()) }
}
