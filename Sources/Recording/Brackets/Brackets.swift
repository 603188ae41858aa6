package import GitObjects

/// The open brackets, which decide the author of a change found on disk (review A7). Pure; times are monotonic
/// nanoseconds.
package struct Brackets: Sendable {
  /// The longest time for which a bracket stays open.
  package static let longest: Int64 = 900_000_000_000

  /// The time after a command's end in which a change may still be from a program that it left running.
  package static let aftermath: Int64 = 900_000_000_000

  /// The time after a tool's end in which a formatter may still write its files: the formatter runs in a hook, too. For
  /// the same time the end of a headless agent's tool leaves doubt.
  package static let formatting: Int64 = 5_000_000_000

  /// The time after a tool's end in which the deletion of an open document may still be the tool's: the watcher waits
  /// 30 seconds for the document to reappear.
  package static let attended: Int64 = 35_000_000_000

  package internal(set) var open: [Bracket] = []
  /// Recently ended brackets of tools that wrote a file, and of all tools of a headless agent that is at work.
  private(set) var ended: [Bracket] = []
  /// The tools that ended before the deletion of an open document that they name was recorded, by the document.
  private(set) var deleting: [WorkspacePath: Bracket] = [:]
  /// The programs that commands left running.
  package internal(set) var left: [LeftProgram] = []
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
  package var isEmpty: Bool { open.isEmpty && ended.isEmpty && deleting.isEmpty && left.isEmpty }

  /// Opens a bracket; another one of the same session and id ends. A run that is renewed keeps its facts.
  package mutating func begin(_ bracket: Bracket) {
    var bracket = bracket
    if let earlier = open.first(where: { $0.has(bracket.id, of: bracket.session) }) {
      if earlier.runner == nil || earlier.runner == bracket.runner { bracket.isHooked = earlier.isHooked }
      if bracket.doubt != .none {
        bracket.unfinished = earlier.unfinished
      } else if earlier.runner != nil, earlier.doubt == .none {
        // The agent itself is writing the other files.
        bracket.unfinished.formIntersection(earlier.unfinished)
      }
    }
    open.removeAll { $0.has(bracket.id, of: bracket.session) }
    open.append(bracket)
  }

  /// Notes that a hook of a session called; returns whether that is news about a headless agent.
  package mutating func noteHook(of session: String) -> Bool {
    guard let run = open.firstIndex(where: { $0.runner != nil && $0.session == session && !$0.isHooked }) else {
      return false
    }
    open[run].isHooked = true
    return true
  }

  /// Ends brackets.
  ///
  /// - Parameter deletions: the deletions of open documents that are not recorded yet.
  package mutating func end(_ ending: BracketEnding, at now: Int64, awaiting deletions: [WorkspacePath] = []) {
    end(at: now, awaiting: deletions, where: ending.ends)
  }

  /// Notes that the changes of brackets could not be recorded at their end: they stay open until they are, and a change
  /// may be the tool's or the person's. With its run the headless agent is no longer at work.
  package mutating func doubt(_ ending: BracketEnding, at now: Int64) {
    for index in open.indices where ending.ends(open[index]) {
      (open[index].runner, open[index].doubt) = (nil, .over(now))
    }
  }

  /// Returns whether the next recording of all files ends a bracket, or the doubt about one.
  package func awaitsRecording(at now: Int64) -> Bool { open.contains { $0.end > now && $0.awaitsRecording } }

  /// Ends the brackets whose end was reported before a time, and the doubt about runs that began before it: a recording
  /// of all files that began then is done.
  ///
  /// - Parameter deletions: the deletions of open documents that are not recorded yet.
  /// - Returns: whether this changed a bracket.
  package mutating func endDoubt(
    before began: Int64, at now: Int64, awaiting deletions: [WorkspacePath] = []
  ) -> Bool {
    let before = open
    end(at: now, awaiting: deletions) { $0.over.map { $0 < began } ?? false }
    for index in open.indices where open[index].awaitsRecording {
      if case .earlierSaves(let time) = open[index].doubt, time < began { open[index].doubt = .none }
    }
    return open != before
  }

  /// Notes the programs that a session's commands left running.
  package mutating func note(left programs: [LeftProgram], of session: String) {
    left = left.filter { $0.session != session } + programs
  }

  /// Ends the brackets whose time is over, and deletes what no longer matters.
  package mutating func forget(at now: Int64) {
    end(at: now) { $0.end <= now }
    ended.removeAll { $0.end <= now }
    deleting = deleting.filter { $0.value.end > now }
    if isWithoutCommand(at: now) { left = [] }
  }

  private mutating func end(
    at now: Int64, awaiting deletions: [WorkspacePath] = [], where isOver: (Bracket) -> Bool
  ) {
    if open.contains(where: { $0.isCommand && isOver($0) }) { lastCommand = now }
    let recent = open.filter { isOver($0) && (!$0.written.isEmpty || $0.runner == nil && isInRun($0)) }
    ended += recent.map { bracket in
      var bracket = bracket
      bracket.end = now + Self.formatting
      return bracket
    }
    for path in deletions {
      guard var bracket = open.last(where: { isOver($0) && $0.names(path) }) else { continue }
      bracket.end = now + Self.attended
      deleting[path] = bracket
    }
    open.removeAll(where: isOver)
  }

  /// Returns whether a bracket is a tool's of a headless agent that is at work.
  func isInRun(_ bracket: Bracket) -> Bool { open.contains { $0.runner != nil && $0.session == bracket.session } }

  /// Returns the session of the command that runs, else of a program that a command left running; nil for none.
  package mutating func commandSession(at now: Int64, isRunning: (LeftProgram) -> Bool) -> String? {
    open.last { $0.isCommand && $0.end > now }?.session ?? leftProgram(at: now, isRunning)?.session
  }

  mutating func leftProgram(at now: Int64, _ isRunning: (LeftProgram) -> Bool) -> LeftProgram? {
    left.removeAll { !isRunning($0) }
    guard let lastCommand, now - lastCommand <= Self.aftermath else { return nil }
    return left.last
  }
}
