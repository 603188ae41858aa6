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
  }

  /// The largest number of commands; then the record begins anew.
  private static let most = 1_000

  private let sessions = Mutex<[Command: Int32]>([:])

  /// Records the beginning or end of a command that a hook reports.
  func note(_ request: BracketRequest, calling peer: PeerProcess) {
    guard let agent = request.agent.agentSession else { return }
    switch request.kind {
    case .begin:
      guard request.isCommand, let session = peer.session else { return }
      sessions.withLock { sessions in
        if sessions.count >= Self.most { sessions = [:] }
        sessions[Command(agent: agent, id: request.id)] = session
      }
    case .end: sessions.withLock { $0[Command(agent: agent, id: request.id)] = nil }
    case .rest: sessions.withLock { sessions in sessions = sessions.filter { $0.key.agent != agent } }
    }
  }

  /// Returns the agent whose command a process belongs to; nil if it belongs to none.
  func agent(running peer: PeerProcess) -> String? {
    let running = sessions.withLock { $0 }
    guard !running.isEmpty, let own = peer.session else { return nil }
    // The command may have put its process into a session of its own (setsid).
    let above = peer.hasTerminal ? [] : peer.ancestors.compactMap(PeerProcess.session(of:))
    let found = running.first { $0.value == own || above.contains($0.value) }
    return found?.key.agent.agentName
  }
}
