package import GitObjects
package import WorkTree

/// The author of a change that was found on disk.
extension Brackets {
  /// Returns the origin of a change that was found on disk.
  ///
  /// A file that the tool named is its agent's if it has the text that the tool gives it. Without such a text it is the
  /// agent's unless an editor saved it. A file that an editor saved is the person's, but few editors leave a trace.
  /// During the run of a headless agent without hooks, and during a command that the hooks of a run report, a change is
  /// the agent's if the path is new or its last author is an agent, and nobody else is at work. In a run with hooks, no
  /// other change is the agent's. Any other change of a named file, during a command, or while a left-over program
  /// runs, may be either's, and the origin says so. So may the deletion of an open document that a tool named shortly
  /// before.
  package mutating func origin(of path: WorkspacePath, at now: Int64, by evidence: ChangeEvidence) -> WriteOrigin {
    let named = open.indices.filter { open[$0].end > now && open[$0].paths.contains(path) }
    var isWaitedFor = !named.isEmpty
    for index in named.reversed() {
      let texts = evidence.texts()
      let hasWritten = open[index].written.contains(path)
      switch open[index].text.finding(texts.onDisk, over: texts.recorded, hasWritten: hasWritten) {
      // The tool has ended, and its input names the file without a text: the change may be the person's.
      case .tool where open[index].over != nil && open[index].text.isEmpty: isWaitedFor = false
      // The input names the file without a text, and the person may be asked whether the tool may run at all.
      case .tool where open[index].text.isEmpty && evidence.editor() == .saved: break
      case .tool:
        open[index].written.insert(path)
        return open[index].origin
      case .notYet: break
      case .unknown: isWaitedFor = false
      }
    }
    let writing = open.filter { $0.end > now && Self.mayWriteAny($0, evidence.isRunning) }
    if isWaitedFor, writing.isEmpty { return .person }
    // The tool may have deleted the open document, and the deletion was recorded only now.
    if let tool = deleting[path], tool.end > now, evidence.texts().onDisk == nil { return Self.unsure(during: tool) }
    guard let doubt = doubt(about: path, at: now, among: writing, evidence) else { return .person }
    let run = named.isEmpty ? run(making: path, at: now, among: writing, evidence.isRunning) : nil
    switch evidence.editor() {
    case .saved: return .person
    case .open where run == nil && !writing.contains { $0.names(path) }: return .person
    case .open: return doubt
    case .untouched, .closed:
      guard let run, evidence.earlier() != .other else { return doubt }
      return run.origin
    }
  }

  /// Returns whether an agent may be writing files that no hook named. A run with hooks does so only while a command of it
  /// is open, which has its own bracket, unless saves from before the run are not recorded yet.
  private static func mayWriteAny(_ bracket: Bracket, _ isRunning: (LeftProgram) -> Bool) -> Bool {
    bracket.isCommand && !(bracket.doubt == .none && bracket.isHooked && bracket.runner.map(isRunning) == true)
  }

  /// Returns the run of a headless agent that may have made a change if no program that was writing the file, no other
  /// agent, and no program that one left, can have made it.
  private mutating func run(
    making path: WorkspacePath, at now: Int64, among writing: [Bracket], _ isRunning: (LeftProgram) -> Bool
  ) -> Bracket? {
    let live = open.first { run in
      run.end > now && run.runner.map(isRunning) == true && writing.contains { $0.session == run.session }
    }
    guard let live, !live.unfinished.contains(path),
      writing.allSatisfy({ $0.session == live.session && $0.doubt == .none })
    else {
      return nil
    }
    left.removeAll { !isRunning($0) }
    return left.allSatisfy { $0.session == live.session } ? live : nil
  }

  /// Returns the origin of a change that may be an agent's; nil if it cannot be.
  private mutating func doubt(
    about path: WorkspacePath, at now: Int64, among writing: [Bracket], _ evidence: ChangeEvidence
  ) -> WriteOrigin? {
    if let bracket = open.last(where: { $0.end > now && $0.paths.contains(path) }) ?? writing.last {
      return Self.unsure(during: bracket)
    }
    if let program = leftProgram(at: now, evidence.isRunning) {
      return WriteOrigin(author: .unsure(during: program.session))
    }
    let recent = ended.filter { $0.end > now }
    if let tool = recent.last(where: { isInRun($0) && ($0.isCommand || $0.paths.contains(path)) }) {
      return Self.unsure(during: tool)
    }
    guard let last = recent.last(where: { $0.written.contains(path) }) else { return nil }
    let texts = evidence.texts()
    return ToolText.isReformatted(texts.onDisk, texts.recorded) ? Self.unsure(during: last) : nil
  }

  private static func unsure(during bracket: Bracket) -> WriteOrigin {
    WriteOrigin(author: .unsure(during: bracket.session), tool: bracket.origin.tool)
  }
}
