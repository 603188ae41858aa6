internal import DaemonClient
internal import Glibc

/// What speaks for it that a process was started by an agent.
enum AgentEvidence {
  /// Programs that are agents, by the names their processes bear.
  private static let programs: [String: String] = [
    "claude": "Claude Code", "codex": "Codex", "cursor-agent": "Cursor", "gemini": "Gemini CLI",
    "opencode": "opencode", "aider": "aider", "goose": "goose",
  ]
  /// Variables that agents' programs give what they run.
  private static let variables: [String: String] = [
    "CLAUDECODE": "Claude Code", "CODEX_SANDBOX": "Codex", "CODEX_SANDBOX_NETWORK_DISABLED": "Codex",
    "CURSOR_AGENT": "Cursor", "GEMINI_CLI": "Gemini CLI", "OPENCODE": "opencode",
  ]
  /// An environment is at most as long as the system lets a program's arguments be.
  private static let longest = 4 << 20

  /// The agent that a process was started by; nil where nothing speaks for one.
  static func agent(at peer: PeerProcess) -> String? {
    for pid in peer.ancestors {
      if let name = PeerProcess.facts(of: pid)?.name, let agent = programs[name] { return agent }
    }
    return environment(of: peer.pid).flatMap(agent(in:))
  }

  /// The agent that an environment names, as `/proc/<pid>/environ` has it: `NAME=value`, each ended by a zero byte.
  ///
  /// `STET_AGENT` is for agents that have no variable of their own, and for scripts that an agent is to run.
  static func agent(in environment: [UInt8]) -> String? {
    for entry in environment.split(separator: 0) {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), equals + 1 < entry.endIndex else { continue }
      let name = String(decoding: entry[..<equals], as: UTF8.self)
      if name == "STET_AGENT" { return String(decoding: entry[(equals + 1)...].prefix(60), as: UTF8.self) }
      if let agent = variables[name] { return agent }
    }
    return nil
  }

  /// The environment that a process began with; nil where it has gone or is another user's.
  static func environment(of process: Int32) -> [UInt8]? {
    let descriptor = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < longest {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
