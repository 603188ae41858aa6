internal import DaemonClient
internal import Synchronization

/// The programs that started the connected `stet mcp`, and the connections of these.
///
/// Such a program is an agent, or contains one, whatever its name. A process below it decides nothing while the
/// connection is open: in an editor with an agent that may be the person, who can use another terminal. The author of a
/// change does not depend on it.
final class AgentClients: Sendable {
  private struct Client {
    var process: Int32
    var begun: UInt64
    var name: String
  }

  /// The programs between an agent and what it starts.
  private static let shells: Set<String> = ["sh", "bash", "dash", "ash", "zsh", "fish", "ksh", "env"]
  /// The programs that start everything of a person or a machine.
  private static let hosts: Set<String> = [
    "systemd", "init", "tini", "dumb-init", "docker-init", "tmux: server", "screen", "sshd", "sshd-session", "login",
    "gnome-shell", "plasmashell",
  ]

  /// The server at the end of a connection.
  private enum Server {
    /// A `stet mcp` of one agent's program; nil if that is unknown.
    case ofClient(Client?)
    /// A `stet mcp --http`, which the person starts.
    case shared
  }

  private let servers = Mutex<[UInt64: Server]>([:])

  /// Records a connection if its process is a `stet mcp`, whatever the file's name; returns whether an agent's program
  /// started it.
  func begin(_ connection: UInt64, calling peer: PeerProcess) -> Bool {
    guard let words = Self.words(of: peer.pid), Self.command(in: words) == "mcp" else { return false }
    let isShared = words.contains("--http")
    let server = isShared ? .shared : Server.ofClient(Self.client(above: peer))
    servers.withLock { $0[connection] = server }
    return !isShared
  }

  /// Returns whether the connection is that of a `stet mcp --http`: an agent is connected from its first call on.
  func isShared(_ connection: UInt64) -> Bool {
    servers.withLock { if case .shared = $0[connection] { true } else { false } }
  }

  /// Forgets a connection that ended.
  func end(_ connection: UInt64) { servers.withLock { $0[connection] = nil } }

  /// Returns the name of a connected agent's program above a process; nil for none.
  func name(above peer: PeerProcess) -> String? {
    let known = servers.withLock { servers in
      servers.values.compactMap { server in if case .ofClient(let client) = server { client } else { nil } }
    }
    guard !known.isEmpty else { return nil }
    let above = Set(peer.ancestors)
    return known.first { above.contains($0.process) && PeerProcess.isRunning($0.process, since: $0.begun) }?.name
  }

  /// Returns the nearest program above a process that is no shell of a command; nil if the person's own shell started it,
  /// or its parent has ended.
  private static func client(above peer: PeerProcess) -> Client? {
    for process in peer.ancestors {
      guard process > 1, let facts = PeerProcess.facts(of: process), !hosts.contains(facts.name) else { return nil }
      if shells.contains(facts.name) {
        if PeerProcess.session(of: process) == process { return nil }
        continue
      }
      return Client(process: process, begun: facts.begun, name: facts.name)
    }
    return nil
  }

  /// Returns the name of the command in the words of a command line: the first one that is neither an option nor the
  /// folder of `-C`.
  static func command(in words: [String]) -> String? {
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word == "-C" { rest = rest.dropFirst() } else if !word.hasPrefix("-") { return word }
    }
    return nil
  }

  /// Returns the words of a process's command line.
  private static func words(of process: Int32) -> [String]? {
    AgentEvidence.bytes(of: "/proc/\(process)/cmdline").map(words(in:))
  }

  /// Returns the words of a text of `/proc/<pid>/cmdline`, in which a zero byte ends each; words may be empty.
  static func words(in line: [UInt8]) -> [String] {
    line.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }
}
