internal import DaemonClient
internal import Synchronization
internal import WorkspaceAPI

/// The agents' commands that run now, with the kernel's session of the hook that reported each.
///
/// A process in such a session is the command's, whatever its name and environment: the person types in another terminal
/// or, in this one, after the command. A process with a terminal and a session of its own is the person's. Programs whose
/// sessions began outside of the daemon's container share one: there the person waits for the command too. The record is
/// in memory: a restart of the daemon loses it.
final class RunningCommands: Sendable {
  private struct Command: Hashable {
    var agent: AgentSession
    var id: String
    /// Whether it is the run of a headless agent, which ends with the program that runs it.
    var isRun: Bool
  }

  private struct Place {
    /// The kernel's session.
    var session: Int32
    /// The program that runs a headless agent; nil for a command.
    var runner: BracketRequest.Left?
  }

  /// The largest number of commands; then the record begins anew.
  private static let most = 1_000

  private let sessions = Mutex<[Command: Place]>([:])

  /// Records the beginning or end of a command that a hook reports.
  func note(_ request: BracketRequest, calling peer: PeerProcess) {
    guard let agent = request.agent.agentSession else { return }
    let command = Command(agent: agent, id: request.id, isRun: request.isRun == true)
    switch request.kind {
    case .begin:
      guard request.isCommand, let session = peer.session else { return }
      sessions.withLock { sessions in
        if sessions.count >= Self.most { sessions = [:] }
        sessions[command] = Place(session: session, runner: request.runner)
      }
    case .end: sessions.withLock { $0[command] = nil }
    case .rest:
      sessions.withLock { sessions in
        sessions = sessions.filter { $0.key.agent != agent || $0.key.isRun && !command.isRun }
      }
    }
  }

  /// Returns the agent whose command a process belongs to; nil if it belongs to none.
  func agent(running peer: PeerProcess) -> String? {
    let running = sessions.withLock { $0 }
    guard !running.isEmpty, let own = peer.session else { return nil }
    // The command may have put its process into a session of its own (setsid).
    let above = peer.hasTerminal ? [] : peer.ancestors.compactMap(PeerProcess.session(of:))
    let found = running.first { entry in
      // A run ends with its program, even if no hook reports the end.
      (entry.value.runner?.isRunning ?? true)
        && (entry.value.session == own || above.contains(entry.value.session))
    }
    return found?.key.agent.agentName
  }
}
