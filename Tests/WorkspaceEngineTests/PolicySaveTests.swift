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
}
