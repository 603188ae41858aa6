import FoundationEssentials
import TestSupport
import Testing

/// A model whose answers are written down, as the provider of a workspace's machine.
struct ScriptedModel {
  /// The server.
  let server: ServerProcess
  /// The server's program.
  static let script =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Agents/session_model.py"

  /// Runs a body in a new workspace whose only provider gives these answers, as JSON.
  static func run(_ answers: String, _ body: (TestWorkspace, ScriptedModel) async throws -> Void) async throws {
    try await TestWorkspace.run { workspace in
      try await body(workspace, try await start(answers, on: workspace.machine))
    }
  }

  /// Runs a body with clones of a workspace that exchange over one remote, with such a provider.
  ///
  /// - Parameter travels: whether the clones let sessions travel.
  static func runClones(
    _ names: [String], _ answers: String, travels: Bool = true,
    _ body: (Remote, [TestWorkspace], ScriptedModel) async throws -> Void
  ) async throws {
    try await Remote.run(names) { remote, folders in
      let model = try await start(answers, on: remote.machine)
      if travels { for folder in folders { try await folder.stet("session", "travel", "on").mustSucceed() } }
      try await body(remote, folders, model)
    }
  }

  private static func start(_ answers: String, on machine: Machine) async throws -> ScriptedModel {
    let model = ScriptedModel(server: try #require(ServerProcess(script: script)))
    try model.say(answers)
    try await machine.shell("mkdir -p home/.config/stet").mustSucceed()
    try """
    [[providers]]
    name = "scripted"
    kind = "openai"
    url = "http://127.0.0.1:\(model.server.port)/v1"
    models = { balanced = "scripted-1" }
    prices = { balanced = { input = 3, output = 15 } }

    """.write(to: machine.place + "/home/.config/stet/providers.toml")
    return model
  }

  /// Sets the answers.
  func say(_ answers: String) throws { try answers.write(to: server.folder.file("answers.json")) }

  /// Makes the server's answers fail or hang, or not any more.
  func set(_ fault: String, _ isSet: Bool) async throws {
    _ = try Program.run(isSet ? ["touch", server.folder.file(fault)] : ["rm", "-f", server.folder.file(fault)])
  }

  /// The number of messages of each request.
  var sent: [Int] { server.log.compactMap { Int($0.prefix { $0 != " " }) } }
}

extension TestWorkspace {
  /// A session as `stet session list --json` shows it.
  struct Session: Decodable, Equatable {
    var id: String
    var state: String
    var status: String
    var turns: Int
    var tokens: Int
    var dollars: Double?
    var reason: String?
    var question: String?
    var completion: String?
    var pid: Int32?
    var machine: String?
  }

  /// Returns the sessions, the one that changed last first.
  func sessions() async throws -> [Session] {
    let outcome = try await stet("session", "--json").mustSucceed()
    return try JSONDecoder().decode([Session].self, from: Data(outcome.bytes))
  }
}
