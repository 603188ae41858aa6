internal import WorkspaceAPI
internal import FoundationEssentials
internal import GitObjects
internal import Glibc
internal import MCP
internal import TestSupport
internal import Testing
internal import Values
internal import WorkspaceEngine

@testable internal import Agents

/// A workspace in a temporary folder, with agents at its door.
struct DoorFolder: Sendable {
  /// The workspace's folder.
  let root: String
  private let place: String
  private let workspace: Workspace

  /// The folder's remote, where it has one.
  var remote: String { place + "/remote.git" }

  /// Makes a workspace, lets it be used, also once more after its daemon was started anew, and takes it away.
  ///
  /// - Parameter joined: whether it has a remote: before its daemon starts, which need not hear of it then.
  static func use(
    joined: Bool = false, _ body: (DoorFolder) async throws -> Void,
    afterRestart: ((DoorFolder) async throws -> Void)? = nil
  ) async throws {
    let temporary = TemporaryFolder()
    let place = temporary.path
    defer { withExtendedLifetime(temporary) {} }
    let root = place + "/Notes"
    for folder in [root, place + "/home", place + "/run"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let environment = [
      "HOME": place + "/home", "PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_CONFIG_HOME": place + "/home",
    ]
    let settings = WorkspaceSettings(
      root: root, identity: WorkspaceIdentity(name: "Person", email: "person@example.org", machine: "desk"),
      runtimeDirectory: place + "/run", environment: environment)
    _ = try await WorkspaceSetUp.initialize(settings, remote: nil, useTemplate: false)
    if joined { try join(root, to: place + "/remote.git") }
    try await run(settings, place, body)
    if let afterRestart { try await run(settings, place, afterRestart) }
  }

  private static func run(
    _ settings: WorkspaceSettings, _ place: String, _ body: (DoorFolder) async throws -> Void
  ) async throws {
    let workspace = try #require(try await Workspace.open(settings))
    do { try await body(DoorFolder(root: settings.root, place: place, workspace: workspace)) } catch {
      await workspace.stop()
      throw error
    }
    await workspace.stop()
  }

  /// Calls a tool as an agent whose connection began with `initialize`, or statelessly.
  func call(
    _ tool: String, _ arguments: JSONValue, version: ProtocolVersion = .v2025_11_25, run: String = "r1",
    canAsk: Bool = false, answer: ToolAnswer? = nil, identity: CallIdentity? = nil, budget: ModelBudget = ModelBudget()
  ) async -> ToolResult {
    var call = ToolCall(
      tool: tool, arguments: ToolArguments(arguments.members ?? []), client: ClientInfo(name: "robot"),
      version: version, wantsProgress: false)
    call.canAsk = canAsk
    call.answer = answer
    call.identity = identity
    let result = await door(run, budget).answer(call) { _ in }
    // Whatever is refused, and wherever: the answer names the next call.
    if result.isError {
      for fault in RefusalRule.faults(of: result, shown: budget.profile) {
        Issue.record("\(tool) \(arguments): \(fault): \(result.words)")
      }
    }
    for fault in TwinRule.faults(of: result) { Issue.record("\(tool) \(arguments): \(fault)") }
    return result
  }

  /// Asks for resources in a connection that began with `initialize`.
  func resource(_ wish: ResourceCall.Wish, facts: PromptFacts = .none) async -> ResourceAnswer {
    await door("r1", facts: facts).resources(
      ResourceCall(wish: wish, client: ClientInfo(name: "robot"), version: .v2025_11_25))
  }

  /// Returns the resources that change from now on.
  func changes() -> AsyncStream<ResourceChange> { door("r1").changes() }

  private func door(
    _ run: String, _ budget: ModelBudget = ModelBudget(), facts: PromptFacts = .none
  ) -> AgentDoor {
    let workspace = self.workspace
    return AgentDoor(
      paths: AgentPaths(root: root, home: place + "/home"), opening: AgentDoor.Opening(run: run), budget: budget,
      facts: facts, connect: { VerbTable(of: workspace) }, listen: { VerbTable(of: workspace) })
  }

  /// Saves a file as the person does, and waits until it is recorded.
  func save(_ path: String, _ text: String) async throws {
    if let slash = path.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: root + "/" + path[..<slash], withIntermediateDirectories: true)
    }
    try Data(text.utf8).write(to: URL(filePath: root + "/" + path))
    _ = try await workspace.sync(SyncRequest(wait: true))
  }

  /// Writes a new file as an agent of any name.
  func write(_ path: String, _ text: String, as agent: String) async {
    _ = try? await workspace.write(
      WriteRequest(
        path: path, action: .put(Array(text.utf8)), token: .zero, caller: Caller(agent: agent, session: "s")))
  }

  /// Makes an empty repository a folder's remote.
  private static func join(_ root: String, to path: String) throws {
    for folder in ["/objects", "/refs/heads"] {
      try FileManager.default.createDirectory(atPath: path + folder, withIntermediateDirectories: true)
    }
    try Data("ref: refs/heads/main\n".utf8).write(to: URL(filePath: path + "/HEAD"))
    try Data("[core]\n\trepositoryformatversion = 0\n\tbare = true\n".utf8).write(
      to: URL(filePath: path + "/config"))
    let file = root + "/.git/config"
    let text = FileManager.default.contents(atPath: file) ?? Data()
    let lines = "[remote \"origin\"]\n\turl = \(path)\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n"
    try (text + Data(lines.utf8)).write(to: URL(filePath: file))
  }

  /// Has large files give way to placeholders; answers what became of each.
  func evict(_ path: String) async throws -> [String?] {
    try await workspace.large(LargeRequest(.evict, paths: [path])).files.map(\.outcome)
  }

  /// Makes a symbolic link, and waits until it is recorded.
  func link(_ path: String, to target: String) async throws {
    try FileManager.default.createSymbolicLink(atPath: root + "/" + path, withDestinationPath: target)
    _ = try await workspace.sync(SyncRequest(wait: true))
  }

  /// The text of a file on disk; nil where there is none.
  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + "/" + path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a file can be run.
  func isExecutable(_ path: String) -> Bool { access(root + "/" + path, X_OK) == 0 }

  /// Whether a text is in a recorded file, once all that is saved is recorded.
  func isRecorded(_ text: String) async throws -> Bool {
    _ = try await workspace.sync(SyncRequest(wait: true))
    return try await !workspace.search(SearchRequest(text: text)).isEmpty
  }

  /// The newest commit of a path.
  func lastChange(_ path: String) async throws -> LogEntry? {
    try await workspace.log(LogRequest(path: path, limit: 1)).first
  }
}

extension ToolResult {
  /// The first text.
  var text: String? {
    guard case .text(let text) = content.first else { return nil }
    return text
  }

  /// The notes, for a client that shows its model the structured content only.
  var notes: String {
    (structured?["notes"]?.elements ?? []).compactMap(\.text).joined(separator: "\n")
  }

  /// The version token.
  var token: JSONValue? { structured?["token"] }
}
