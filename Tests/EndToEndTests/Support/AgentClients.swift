import FoundationEssentials
import TestSupport
import Testing

/// The clients that agents' programs are made with (PyPI's `mcp`), in environments beside the build.
struct AgentClients: Sendable {
  /// The client, and how it opens.
  enum Mode: String, CaseIterable, Sendable {
    /// The 2.x line, stateless.
    case modern
    /// The 2.x line, beginning with `initialize`.
    case legacy
    /// The 1.x line.
    case v1
  }

  /// The folder of the scripts.
  private let scripts: String
  /// The folder of the environments.
  private let place: String

  /// The clients; nil where they cannot be had, which is said once.
  static let shared = Task<AgentClients?, Never> {
    let clients = AgentClients()
    let outcome = try? await Program(
      ["bash", "\(clients.scripts)/clients.bash", clients.place], in: "/",
      // Proxies, mirrors and certificates are the machine's own.
      environment: ProcessInfo.processInfo.environment, input: []
    ).end(within: .seconds(300))
    guard let outcome, outcome.status == 0 else {
      print("the agents' clients are left out: \(outcome?.errors ?? "bash cannot be started")")
      return nil
    }
    return clients
  }

  private init(file: String = #filePath) {
    let tests = file.split(separator: "/").dropLast(2).joined(separator: "/")
    scripts = "/\(tests)/Agents"
    place = "/" + tests.split(separator: "/").dropLast(2).joined(separator: "/") + "/.build/agent-clients"
  }

  /// The options of `stet mcp` for a client that lists every tool and reads structured content.
  static let everything = ["--profile", "full", "--structured"]

  /// Saves what the clients expect to find: files of the person, and a policy that has them asked about some.
  static func prepare(_ workspace: TestWorkspace) async throws {
    try await workspace.shell("mkdir -p .stet Asked")
    try workspace.save(
      ".stet/policy.toml",
      "[[agents.rules]]\ntools = [\"append_file\"]\npaths = [\"Asked\"]\npermission = \"ask\"\n")
    for name in ["allow", "deny", "decline", "cancel", "silent"] { try workspace.save("Asked/\(name).md", "one\n") }
    try workspace.save("person.md", "the person's\n")
    try workspace.save("picture.png", "PNG")
    try await workspace.barrier()
  }

  /// Returns the command line of a client that starts a server, in a mode; the server's is added. Frames are kept in
  /// `log`.
  func command(_ mode: Mode, _ script: String = "client.py", log: String) -> [String] {
    ["\(place)/\(mode == .v1 ? "older" : "current")/bin/python", "-B", "\(scripts)/\(script)", mode.rawValue]
      + keeping(log: log)
  }

  /// Returns the command line of a client for a server that listens at an address, in a mode. Frames are kept in `log`.
  func command(
    _ mode: Mode, _ script: String = "client.py", address: String, tokenFile: String, log: String
  ) -> [String] {
    ["\(place)/current/bin/python", "\(scripts)/tap.py", log, address]
      + ["\(place)/\(mode == .v1 ? "older" : "current")/bin/python", "-B", "\(scripts)/\(script)", mode.rawValue]
      + [address, tokenFile]
  }

  /// Returns a command line that keeps the frames of a server in `log`; the server's is added.
  func keeping(log: String) -> [String] { ["\(place)/current/bin/python", "\(scripts)/tee.py", log] }

  /// Returns the command that validates the frames in `log` against the published schemas and prints how many are the
  /// server's.
  func validation(log: String) -> [String] {
    ["\(place)/current/bin/python", "\(scripts)/frames.py", log]
  }
}
