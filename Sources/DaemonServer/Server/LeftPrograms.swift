internal import DaemonClient
internal import Glibc
internal import Synchronization
internal import WorkspaceAPI

/// Finds the programs that an agent's commands leave running: a change while one of them runs may be the program's.
///
/// Such a program has neither its agent among its ancestors nor a terminal. It is recognised by the variable that
/// agents set for their commands. A program that is older than the first command of the agent's turn, such as the
/// agent's own server, does not count. Nor does a program that another agent started: that agent's hooks or run decide.
final class LeftPrograms: Sendable {
  private struct Turn {
    /// The start of its first command, in clock ticks since boot.
    var begun: UInt64
    /// Whether its end was reported. A command can report that itself: its programs are searched at its true end.
    var isOver = false
    /// The programs above hooks that ran in the commands: the shells of commands that called a hook themselves.
    var shells: [BracketRequest.Left] = []
  }

  private let root: String
  private let turns = Mutex<[AgentSession: Turn]>([:])

  /// Makes an empty record.
  ///
  /// - Parameter root: the path of the workspace, without symbolic links, as `stet run` gives it to an agent.
  init(root: String) { self.root = root }

  /// Records the beginning of a command; finds the programs that an ended command or turn left running.
  ///
  /// - Returns: the programs that still run; nil if nothing ends, or the session ran no command.
  func look(_ request: BracketRequest, calling peer: PeerProcess) -> [BracketRequest.Left]? {
    guard let session = request.agent.agentSession else { return nil }
    if request.kind == .begin {
      guard request.isCommand, let now = PeerProcess.facts(of: peer.pid)?.begun else { return nil }
      turns.withLock { turns in
        if turns.count > 1_000 { turns = [:] }
        var turn = turns[session] ?? Turn(begun: now)
        if turn.isOver { (turn.begun, turn.isOver) = (now, false) }
        turn.begun = min(turn.begun, now)
        turns[session] = turn
      }
      return nil
    }
    guard request.kind == .rest || request.isCommand, let turn = turns.withLock({ $0[session] }) else { return nil }
    let above = Set(peer.ancestors)
    let run = ProgramOrigin.Run(session: request.agent.session ?? "", folder: root)
    let found = Self.programs(since: turn.begun, besides: peer, in: run)
    let shells = turn.shells.filter { !found.contains($0) && $0.isRunning }
    turns.withLock { turns in
      turns[session]?.shells = shells + found.filter { above.contains($0.process) }
      if request.kind == .rest { turns[session]?.isOver = true }
    }
    return shells + found
  }

  private static func programs(
    since begin: UInt64, besides peer: PeerProcess, in run: ProgramOrigin.Run
  ) -> [BracketRequest.Left] {
    // The hook itself and the daemon write no files. The agent above the hook is older than its command; a younger
    // program above it is the command's shell, which called the hook, or ends with the hook.
    let known: Set<Int32> = [peer.pid, getpid()]
    let caller = ProgramOrigin(of: peer)
    return KernelNumbers.list("/proc").compactMap { process in
      guard !known.contains(process), let facts = PeerProcess.facts(of: process), facts.begun >= begin,
        facts.name != "stet", let environment = AgentEvidence.environment(of: process),
        AgentEvidence.agent(in: environment) != nil
      else { return nil }
      let program = PeerProcess(pid: process, user: peer.user)
      let origin = ProgramOrigin(of: program, environment: environment)
      guard !origin.isApart(from: caller, in: run) else { return nil }
      return BracketRequest.Left(process: process, began: facts.begun)
    }
  }
}

extension BracketRequest.Left {
  /// Whether the program runs: another process with its number began at another time.
  var isRunning: Bool { PeerProcess.isRunning(process, since: began) }
}
