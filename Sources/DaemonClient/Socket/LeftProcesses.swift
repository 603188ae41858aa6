internal import Glibc

/// The processes that a program left running, by variables of their environment; calls block.
package enum LeftProcesses {
  /// Returns the processes whose environment has these variables, without this one, those that started it, and Stet's own:
  /// a daemon that one of them started goes on.
  package static func find(_ marks: [String: String]) -> [Int32] {
    let own = PeerProcess(pid: getpid(), user: getuid())
    let kept = Set(own.ancestors + [own.pid])
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = Int32(name), !kept.contains(process), PeerProcess.facts(of: process)?.name != "stet",
        let variables = AgentEvidence.environment(of: process).map(AgentEvidence.variables),
        marks.allSatisfy({ variables[$0.key] == $0.value })
      else { continue }
      found.append(process)
    }
    return found
  }

  /// Requests that processes end, or kills them.
  package static func end(_ processes: [Int32], byForce: Bool) {
    for process in processes { kill(process, byForce ? SIGKILL : SIGTERM) }
  }
}
