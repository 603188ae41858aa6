import Glibc
import TestSupport
import Testing

@testable import Commands

/// Configuration of other programs, on a disk.
@Suite struct HomeFilesTests {
  private func inHome(_ body: (String, HomeFiles) throws -> Void) throws {
    let home = TemporaryFolder()
    try body(home.path, HomeFiles(home: home.path))
  }

  private let made = ConnectionPlan.Change(file: ".codex/config.toml", before: nil, after: Array("x\n".utf8))
  private let undone = ConnectionPlan.Change(file: ".codex/config.toml", before: Array("x\n".utf8), after: nil)

  @Test func `a folder that was made for the file goes with it`() throws {
    try inHome { home, files in
      try files.write(made)
      #expect(try files.read(made.file) == made.after)
      try files.write(undone)
      #expect(access(home + "/.codex", F_OK) != 0)
    }
  }

  @Test(arguments: [
    (".codex/config.toml", "/c/config.toml"), (".codex/hooks.json", "/c/hooks.json"),
    (".claude.json", "/d/.claude.json"),
    (".claude/settings.json", "/d/settings.json"), (".cursor/mcp.json", "/home/me/.cursor/mcp.json"),
  ])
  func `folders that a program's variable names take the place of those in the home folder`(file: String, place: String)
  {
    let files = HomeFiles(home: "/home/me", environment: ["CODEX_HOME": "/c", "CLAUDE_CONFIG_DIR": "/d"])
    #expect(files.place(of: file) == place)
    #expect(HomeFiles(home: "/home/me", environment: ["CODEX_HOME": "c"]).place(of: file) == "/home/me/" + file)
  }

  @Test func `one in which something else stands stays, and one that was there before`() throws {
    try inHome { home, files in
      try files.write(made)
      close(open(home + "/.codex/other", O_CREAT | O_WRONLY, 0o600))
      try files.write(undone)
      #expect(access(home + "/.codex/other", F_OK) == 0)
    }
    try inHome { home, files in
      mkdir(home + "/.codex", 0o755)
      try files.write(made)
      try files.write(undone)
      #expect(access(home + "/.codex", F_OK) == 0)
    }
  }
}
