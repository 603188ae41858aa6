internal import Glibc

/// The evidence that an agent started a process.
package enum AgentEvidence {
  /// The agents by the process names of their programs.
  private static let programs: [String: String] = [
    "claude": "Claude Code", "codex": "Codex", "cursor-agent": "Cursor", "gemini": "Gemini CLI",
    "opencode": "opencode", "aider": "aider", "goose": "goose",
  ]
  /// The agents by the variables that their programs set for child processes.
  private static let variables: [String: String] = [
    "CLAUDECODE": "Claude Code", "CODEX_SANDBOX": "Codex", "CODEX_SANDBOX_NETWORK_DISABLED": "Codex",
    "CURSOR_AGENT": "Cursor", "GEMINI_CLI": "Gemini CLI", "OPENCODE": "opencode",
  ]
  /// All variables that name an agent, or the run of a headless one.
  package static let names = Set(variables.keys).union(["STET_AGENT", "STET_SESSION", "STET_FOLDER"])
  /// The greatest length of an environment: the system's limit for a program's arguments.
  private static let longest = 4 << 20

  /// Returns the agent that started a process; nil without evidence.
  package static func agent(at peer: PeerProcess) -> String? {
    agent(above: peer) ?? environment(of: peer.pid).flatMap(agent(in:))
  }

  /// Returns the agent whose program is an ancestor of a process; nil for none.
  package static func agent(above peer: PeerProcess) -> String? {
    for pid in peer.ancestors {
      if let name = PeerProcess.facts(of: pid)?.name, let agent = programs[name] { return agent }
    }
    return nil
  }

  /// Returns whether a process name is an agent's.
  package static func isProgram(named name: String) -> Bool { programs[name] != nil }

  /// Returns the agent that started this process; nil without evidence.
  package static var ofThisProcess: String? { agent(at: PeerProcess(pid: getpid(), user: getuid())) }

  /// Returns the agent that an environment names, in the form of `/proc/<pid>/environ`: `NAME=value`, each ended by a
  /// zero byte.
  ///
  /// `STET_AGENT` is for agents that have no variable of their own, and for scripts that an agent runs.
  package static func agent(in environment: [UInt8]) -> String? {
    for (name, value) in entries(of: environment) where !value.isEmpty {
      if name == "STET_AGENT" { return String(decoding: value.prefix(60), as: UTF8.self) }
      if let agent = variables[name] { return agent }
    }
    return nil
  }

  /// Returns the agent and the session whose run an environment belongs to, by `STET_AGENT` and `STET_SESSION`: `stet run`
  /// sets both for a headless agent. Nil unless both are set.
  package static func run(in environment: [String: String]) -> (agent: String, session: String)? {
    guard let agent = environment["STET_AGENT"], let session = environment["STET_SESSION"], !agent.isEmpty,
      !session.isEmpty
    else { return nil }
    return (agent, session)
  }

  /// Returns the variables of an environment in the form of `/proc/<pid>/environ`.
  package static func variables(in environment: [UInt8]) -> [String: String] {
    let pairs = entries(of: environment).map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func entries(of environment: [UInt8]) -> [(name: String, value: ArraySlice<UInt8>)] {
    environment.split(separator: 0).compactMap { entry in
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      return (String(decoding: entry[..<equals], as: UTF8.self), entry[(equals + 1)...])
    }
  }

  /// Returns the initial environment of a process; nil if the process has ended or is another user's.
  package static func environment(of process: Int32) -> [UInt8]? { bytes(of: "/proc/\(process)/environ") }

  /// Returns the bytes of one of the kernel's files about a process; nil if it cannot be opened.
  package static func bytes(of file: String) -> [UInt8]? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
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
