internal import MCP
internal import Testing

@testable internal import Agents

@Suite struct AgentPathsTests {
  private let paths = AgentPaths(root: "/home/ann/Stet", names: ["/home/ann/link"], home: "/home/ann")

  @Test(arguments: [
    ("a.md", "a.md"), ("./a/../b.md", "b.md"), ("/home/ann/Stet/a.md", "a.md"), ("/home/ann/link/x/a.md", "x/a.md"),
    ("~/Stet/a.md", "a.md"), ("a//b/", "a/b"), ("/home/ann/Stet/../Stet/a", "a"), ("...", "..."),
  ])
  func `a path in the workspace is found however it is written`(text: String, path: String) throws {
    #expect(try paths.path(text) == path)
  }

  @Test(arguments: [".", "", "/home/ann/Stet", "~/Stet/", "a/.."])
  func `the workspace itself is no document`(text: String) throws {
    #expect(try paths.path(text) == nil)
    #expect(throws: ToolFailure.self) { try paths.document(text) }
  }

  @Test(arguments: [
    "..", "../x", "a/../../x", "/etc/passwd", "/home/ann/Stet2/a", "/home/ann/Ste", "~", "~/x", "/", "/home/ann",
    "/home/ann/Stet/../../bob", ".git/config", "a/.GIT/hooks/x", ".git", "git~1/config", "a\u{0}b", "//etc/passwd",
    "/home/ann/Stet/.git/stet/journal", ".g\u{200C}it/config", String(repeating: "a/", count: 5_000),
    "/../../../etc/passwd",
  ])
  func `nothing outside and nothing of the repository is reached`(text: String) {
    #expect(throws: ToolFailure.self) { try paths.path(text) }
  }

  @Test func `a denial begins as agents know it`() {
    #expect(throws: ToolFailure("Access denied - path outside allowed directories: ../x not in /home/ann/Stet")) {
      try paths.path("../x")
    }
  }

  @Test func `an agent's name is one short line`() {
    #expect(AgentName.name(of: ClientInfo(name: "claude-code", title: "Claude Code")) == "Claude Code")
    #expect(AgentName.name(of: ClientInfo(name: "a\n<b> \u{1} c")) == "a b c")
    #expect(AgentName.name(of: nil) == "Agent")
    #expect(AgentName.name(of: ClientInfo(name: String(repeating: "x", count: 500))).count == 60)
  }
}
