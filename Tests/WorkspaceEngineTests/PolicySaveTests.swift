import WorkspaceAPI
import FoundationEssentials
import Testing

@testable import WorkspaceEngine

/// Decides which versions of the policy count as the person's.
@Suite struct PolicySaveTests {
  private static let file = ".stet/policy.toml"
  private static let strict = "[agents]\nprotected = [\"Private/**\"]\n"
  private static let loose = "[agents]\nprotected = []\n"
  private static let agent = Caller(agent: "bot", session: "s1")

  private func refusal(_ body: () async throws -> Void) async -> VerbError? {
    do { try await body() } catch { return error as? VerbError }
    return nil
  }

  private func state(_ workspace: Workspace) async throws -> String {
    try await workspace.policy(PolicyRequest(.show)).state
  }

  private func isProtected(_ path: String, _ workspace: Workspace) async -> Bool {
    await refusal { _ = try await workspace.read(ReadRequest(path: path, caller: Self.agent)) }?.reason
      == "policy.protected"
  }

  @Test func `a policy that is missing for a moment stays in force`() async throws {
    let folder = try await TestFolder()
    try folder.save(Self.file, Self.strict)
    try folder.save("Private/p.md", "mine\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try FileManager.default.removeItem(atPath: folder.root + "/" + Self.file)
      _ = await refusal { _ = try await workspace.read(ReadRequest(path: Self.file, caller: Self.agent)) }
      #expect(await isProtected("Private/p.md", workspace))
      try folder.save(Self.file, Self.strict)
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(try await state(workspace) == "accepted")
      #expect(await isProtected("Private/p.md", workspace))
    }
  }

  @Test func `a policy too large to be read is broken, and the accepted one stays in force`() async throws {
    let folder = try await TestFolder()
    try folder.save(Self.file, Self.strict)
    try folder.save("Private/p.md", "mine\n")
    for isFirst in [true, false] {
      try await folder.open { workspace in
        try await workspace.settle()
        if isFirst { try folder.save(Self.file, Self.loose + String(repeating: "# long\n", count: 150_000)) }
        try await workspace.settle()
        #expect(try await workspace.questions().map(\.kind) == ["policy-broken"])
        #expect(await isProtected("Private/p.md", workspace))
      }
    }
  }

  @Test func `a policy that is not recorded waits`() async throws {
    let folder = try await TestFolder()
    try folder.save(".gitignore", ".stet/\n")
    try folder.save("Private/p.md", "mine\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save(Self.file, Self.strict)
      try await workspace.settle()
      #expect(try await state(workspace) == "waiting")
      #expect(await isProtected("Private/p.md", workspace))
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await state(workspace) == "waiting")
    }
  }

  /// The traces of an agent from before the policy is saved.
  enum Presence: CaseIterable {
    case connection, endedConnection, connectionBeforeRestart, endBeforeRestart
  }

  @Test(arguments: Presence.allCases)
  func `a policy that is saved beside an agent waits for a person in a terminal`(presence: Presence) async throws {
    let folder = try await TestFolder()
    try folder.save(Self.file, Self.strict)
    try folder.save("Private/p.md", "mine\n")
    let isRestarted = presence == .connectionBeforeRestart || presence == .endBeforeRestart
    func check(_ workspace: Workspace) async throws {
      try await workspace.settle()
      #expect(try await state(workspace) == "waiting")
      #expect(await isProtected("Private/p.md", workspace))
      let byProgram = await refusal { try await workspace.acceptPolicy(.person) }
      #expect(byProgram?.code == .refused)
      #expect(try await state(workspace) == "waiting")
      try await workspace.acceptPolicy(.terminal)
      #expect(try await state(workspace) == "accepted")
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await state(workspace) == "accepted", "no agent was here")
      workspace.agentConnected(7)
      if presence == .endedConnection || presence == .endBeforeRestart { workspace.connectionEnded(7) }
      try await workspace.settle()
      if isRestarted { return }
      try folder.save(Self.file, Self.loose)
      try await check(workspace)
    }
    guard isRestarted else { return }
    try folder.save(Self.file, Self.loose)
    try await folder.open { try await check($0) }
  }

  @Test func `a policy that waits is not in force after its accepted text was deleted`() async throws {
    let folder = try await TestFolder()
    try folder.save(Self.file, Self.strict)
    try folder.save("Private/p.md", "mine\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let command = BracketRequest(
        kind: .begin, agent: Caller(agent: "Claude Code", session: "s9", tool: "Bash"), id: "t1", paths: [],
        isCommand: true)
      _ = try await workspace.bracket(command)
      try folder.save(Self.file, Self.loose)
      try await workspace.settle()
      #expect(try await state(workspace) == "waiting")
    }
    try FileManager.default.removeItem(atPath: folder.root + "/.git/stet/policy")
    for _ in 0..<2 {
      try await folder.open { workspace in
        try await workspace.settle()
        #expect(try await state(workspace) == "waiting")
        #expect(try await workspace.questions().map(\.kind) == ["policy-changed"])
      }
    }
  }
}
