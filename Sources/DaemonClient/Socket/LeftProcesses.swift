internal import Glibc

/// The processes that a program left running, by variables of their environment; calls block.
package enum LeftProcesses {
  /// Returns the processes whose environment has these variables, without this one, those that started it, and Stet's own:
  /// a daemon that one of them started goes on.
  package static func find(_ marks: [String: String]) -> [Int32] {
    let own = PeerProcess(pid: getpid(), user: getuid())
    let kept = Set(own.ancestors + [own.pid])
    return KernelNumbers.list("/proc").filter { process in
      guard !kept.contains(process), PeerProcess.facts(of: process)?.name != "stet",
        let variables = AgentEvidence.environment(of: process).map(AgentEvidence.variables)
      else { return false }
      return marks.allSatisfy { variables[$0.key] == $0.value }
    }
  }

  /// Requests that processes end, or kills them.
  package static func end(_ processes: [Int32], byForce: Bool) {
    for process in processes { kill(process, byForce ? SIGKILL : SIGTERM) }
  }
}
