package import GitObjects
package import WorkTree

/// The open brackets, which decide the author of a change found on disk (review A7). Pure; times are monotonic
/// nanoseconds.
package struct Brackets: Sendable {
  /// The longest time for which a bracket stays open.
  package static let longest: Int64 = 900_000_000_000

  /// The time after a command's end in which a change may still be from a program that it left running.
  package static let aftermath: Int64 = 900_000_000_000

  /// The time after a tool's end in which a formatter may still write its files: the formatter runs in a hook, too.
  package static let formatting: Int64 = 5_000_000_000

  /// The open brackets.
  package private(set) var open: [Bracket] = []
  /// Recently ended brackets of tools that wrote a file.
  private var ended: [Bracket] = []
  /// The programs that commands left running.
  package private(set) var left: [LeftProgram] = []
  /// The end of the last command; nil for none.
  package private(set) var lastCommand: Int64?
  /// The last time at which an agent's program was connected or disconnected; nil for none.
  package private(set) var lastConnection: Int64?

  /// Makes a list, with the brackets that an earlier run of the daemon left open.
  package init(
    open: [Bracket] = [], left: [LeftProgram] = [], lastCommand: Int64? = nil, lastConnection: Int64? = nil
  ) {
    self.open = open
    self.left = left
    self.lastCommand = lastCommand
    self.lastConnection = lastConnection
  }

  /// Returns whether no agent's command is running, and none ran and no agent's program was connected recently: only
  /// then is a change without an entry point certainly the person's.
  package func isQuiet(at now: Int64) -> Bool {
    isWithoutCommand(at: now) && lastConnection.map { now - $0 > Self.aftermath } ?? true
  }

  private func isWithoutCommand(at now: Int64) -> Bool {
    !open.contains { $0.isCommand } && lastCommand.map { now - $0 > Self.aftermath } ?? true
  }

  /// Notes that an agent's program is connected or has just been.
  package mutating func noteConnection(at now: Int64) { lastConnection = now }

  /// Whether every change is the person's.
  package var isEmpty: Bool { open.isEmpty && ended.isEmpty && left.isEmpty }

  /// Opens a bracket; another one of the same session and id ends.
  package mutating func begin(_ bracket: Bracket) {
    open.removeAll { $0.id == bracket.id && $0.session == bracket.session }
    open.append(bracket)
  }

  /// Ends a bracket.
  package mutating func end(_ id: String, of session: String, at now: Int64) {
    end(at: now) { $0.id == id && $0.session == session }
  }

  /// Ends all brackets of a session. The run of a headless agent ends only with the program that runs it: the agent's own
  /// hooks report the end of each of its turns.
  package mutating func end(session: String, withRun endsRun: Bool = true, at now: Int64) {
    end(at: now) { $0.session == session && (endsRun || $0.runner == nil) }
  }

  /// Notes that the headless agent of a session is no longer at work, although its run stays open: from now on a change
  /// may be the agent's or the person's.
  package mutating func doubt(runOf session: String) {
    for index in open.indices where open[index].session == session { open[index].runner = nil }
  }

  /// Notes the programs that a session's commands left running.
  package mutating func note(left programs: [LeftProgram], of session: String) {
    left = left.filter { $0.session != session } + programs
  }

  /// Ends the brackets whose time is over, and deletes what no longer matters.
  package mutating func forget(at now: Int64) {
    end(at: now) { $0.end <= now }
    ended.removeAll { $0.end <= now }
    if isWithoutCommand(at: now) { left = [] }
  }

  private mutating func end(at now: Int64, where isOver: (Bracket) -> Bool) {
    if open.contains(where: { $0.isCommand && isOver($0) }) { lastCommand = now }
    ended += open.filter { isOver($0) && !$0.written.isEmpty }.map { bracket in
      var bracket = bracket
      bracket.end = now + Self.formatting
      return bracket
    }
    open.removeAll(where: isOver)
  }

  /// Returns the origin of a change that was found on disk.
  ///
  /// A file that the tool named, and that has the text that the tool gives it, is its agent's. A file that an editor saved
  /// is the person's. During the run of a headless agent, a change is that agent's unless an editor has the file open,
  /// another program was writing it when the run began, or another agent is at work. Any other change of a named file,
  /// during a command, or while a left-over program runs, may be either's, and the origin says so.
  package mutating func origin(of path: WorkspacePath, at now: Int64, by evidence: ChangeEvidence) -> WriteOrigin {
    let named = open.indices.filter { open[$0].end > now && open[$0].paths.contains(path) }
    var isWaitedFor = !named.isEmpty
    for index in named.reversed() {
      let texts = evidence.texts()
      let hasWritten = open[index].written.contains(path)
      switch open[index].text.finding(texts.onDisk, over: texts.recorded, hasWritten: hasWritten) {
      case .tool:
        open[index].written.insert(path)
        return open[index].origin
      case .notYet: break
      case .unknown: isWaitedFor = false
      }
    }
    let commands = open.filter { $0.end > now && $0.isCommand }
    if isWaitedFor, commands.isEmpty { return .person }
    guard let doubt = doubt(about: path, at: now, evidence) else { return .person }
    let run = named.isEmpty ? run(making: path, among: commands, evidence.isRunning) : nil
    switch evidence.editor() {
    case .saved: return .person
    case .open where run == nil && !commands.contains { $0.command.utf8.contains(path.name.utf8) }: return .person
    case .open: return doubt
    case .untouched, .closed: return run?.origin ?? doubt
    }
  }

  /// Returns the run of a headless agent if no program that was writing the file, no other agent's command, and no
  /// program that one left, can have made a change.
  private mutating func run(
    making path: WorkspacePath, among commands: [Bracket], _ isRunning: (LeftProgram) -> Bool
  ) -> Bracket? {
    guard let run = commands.first(where: { $0.runner != nil }), let runner = run.runner, isRunning(runner),
      !run.unfinished.contains(path), commands.allSatisfy({ $0.session == run.session })
    else { return nil }
    left.removeAll { !isRunning($0) }
    return left.allSatisfy { $0.session == run.session } ? run : nil
  }

  /// Returns the origin of a change that may be an agent's; nil if it cannot be.
  private mutating func doubt(about path: WorkspacePath, at now: Int64, _ evidence: ChangeEvidence) -> WriteOrigin? {
    if let bracket = open.last(where: { $0.end > now && ($0.isCommand || $0.paths.contains(path)) }) {
      return Self.unsure(during: bracket.session, bracket.origin.tool)
    }
    if let program = leftProgram(at: now, evidence.isRunning) { return Self.unsure(during: program.session, nil) }
    guard let last = ended.last(where: { $0.end > now && $0.written.contains(path) }) else { return nil }
    let texts = evidence.texts()
    guard ToolText.isReformatted(texts.onDisk, texts.recorded) else { return nil }
    return Self.unsure(during: last.session, last.origin.tool)
  }

  /// Returns the session of the command that runs, else of a program that a command left running; nil for none.
  package mutating func commandSession(at now: Int64, isRunning: (LeftProgram) -> Bool) -> String? {
    open.last { $0.isCommand && $0.end > now }?.session ?? leftProgram(at: now, isRunning)?.session
  }

  private mutating func leftProgram(at now: Int64, _ isRunning: (LeftProgram) -> Bool) -> LeftProgram? {
    left.removeAll { !isRunning($0) }
    guard let lastCommand, now - lastCommand <= Self.aftermath else { return nil }
    return left.last
  }

  private static func unsure(during session: String, _ tool: String?) -> WriteOrigin {
    var origin = WriteOrigin(author: .unsure(during: session))
    origin.tool = tool
    return origin
  }
}
