internal import DaemonClient
internal import Glibc
internal import Synchronization
internal import WorkspaceAPI

/// Finds the programs that an agent's commands leave running: a change while one of them runs may be the program's.
///
/// Such a program has neither its agent among its ancestors nor a terminal. It is recognised by the variable that
/// agents set for their commands. A program that is older than the first command of the agent's turn, such as the
/// agent's own server, does not count.
final class LeftPrograms: Sendable {
  /// The start of the first command of each session's turn, in clock ticks since boot.
  private let begun = Mutex<[AgentSession: UInt64]>([:])

  /// Records the beginning of a command; finds the programs that an ended command or turn left running.
  ///
  /// - Returns: the programs that still run; nil if nothing ends, or the session ran no command.
  func look(_ request: BracketRequest, calling peer: PeerProcess) -> [BracketRequest.Left]? {
    guard let session = request.agent.agentSession else { return nil }
    switch request.kind {
    case .begin:
      guard request.isCommand, let now = PeerProcess.facts(of: peer.pid)?.begun else { return nil }
      begun.withLock { begun in
        if begun.count > 1_000 { begun = [:] }
        begun[session] = min(begun[session] ?? now, now)
      }
      return nil
    case .end:
      guard request.isCommand else { return nil }
      return begun.withLock { $0[session] }.map { programs(since: $0, besides: peer) }
    case .rest: return begun.withLock { $0.removeValue(forKey: session) }.map { programs(since: $0, besides: peer) }
    }
  }

  private func programs(since begin: UInt64, besides peer: PeerProcess) -> [BracketRequest.Left] {
    // The hook itself, the agent above it, and the daemon write no files.
    let known = Set(peer.ancestors + [peer.pid, getpid()])
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [BracketRequest.Left] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = Int32(name), !known.contains(process), let facts = PeerProcess.facts(of: process),
        facts.begun >= begin, facts.name != "stet",
        AgentEvidence.environment(of: process).flatMap(AgentEvidence.agent(in:)) != nil
      else { continue }
      found.append(BracketRequest.Left(process: process, began: facts.begun))
    }
    return found
  }
}
