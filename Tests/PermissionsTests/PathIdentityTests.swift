import Testing

@testable import Permissions

@Suite struct PathIdentityTests {
  @Test(
    arguments: [
      ("Notes/A.md", "notes/a.MD"), (".MCP.json", ".mcp.json"), (".claude/settings.json. ", ".claude/settings.json"),
      ("caf\u{E9}.md", "cafe\u{301}.md"), ("CAF\u{C9}.md", "cafe\u{301}.md"), ("stra\u{DF}e", "STRASSE"),
      (".m\u{200C}cp.json", ".mcp.json"), (".mcp\u{FEFF}.json", ".mcp.json"), ("a /b...", "a/b"),
      ("\u{202E}x", "x"), ("\u{3A3}\u{3C3}\u{3C2}", "\u{3C3}\u{3C3}\u{3C3}"),
    ] as [(String, String)])
  func `names that are one file on some system are one`(left: String, right: String) {
    #expect(PathIdentity(left) == PathIdentity(right))
  }

  @Test(
    arguments: [("a.md", "b.md"), ("a/b", "ab"), (".mcp.json", "mcp.json"), ("a.md", "a..md")] as [(String, String)])
  func `other names are others`(left: String, right: String) {
    #expect(PathIdentity(left) != PathIdentity(right))
  }

  @Test(
    arguments: [
      ("*.key", "deep/in/My.KEY", true), ("*.key", "key", false), ("Private/**", "private/a/b.md", true),
      ("Private", "x/private/b.md", true), ("/Private", "x/private/b.md", false), ("Private/", "private/b.md", true),
      ("Research/*.md", "research/a.md", true), ("Research/*.md", "research/deep/a.md", false),
      ("a/**/z.md", "a/z.md", true), ("a/**/z.md", "a/b/c/z.md", true), ("", "a", false), ("**", "a/b", true),
      ("caf\u{E9}/*", "CAFE\u{301}/x", true), ("x?.md", "x1.md", true), ("x?.md", "x12.md", false),
    ] as [(String, String, Bool)])
  func `a pattern covers what it names, and all below a folder`(pattern: String, path: String, covers: Bool) {
    // A leading slash is one of the root.
    #expect(IdentityPattern(pattern).covers(PathIdentity(path)) == covers)
  }

  @Test func `an exception takes out what the ones before it cover`() {
    let list = PatternList([".env*", "!.env.example", "Private/**", "!Private/shared/**", "Private/shared/keys"])
    func has(_ path: String) -> Bool { list.covering(PathIdentity(path)) != nil }
    #expect(has("deep/.ENV.local"))
    #expect(!has("deep/.env.example"))
    #expect(has("Private/a.md"))
    #expect(!has("Private/shared/a.md"))
    #expect(has("Private/shared/keys/b"))
  }

  @Test(
    arguments: [
      ".mcp.json", ".Mcp.json", "sub/.mcp.json", ".claude/settings.json", ".CLAUDE/Settings.Local.JSON",
      ".claude/settings.json.", ".claude /settings.json", ".codex/config.toml", ".codex", ".cursor/mcp.json",
      ".vscode/settings.json", ".vscode/tasks.json", "deep/.vscode/tasks.JSON ", ".stet/policy.toml",
      ".STET/Policy.toml", ".git/hooks/pre-commit", ".GIT/config", ".husky/pre-commit", "x.code-workspace",
      ".claude/hooks/a.sh", ".m\u{200B}cp.json", "Research/topic/HEAD", "topic/head", ".gitattributes", "a/.GITIGNORE",
      ".gitmodules", ".lfsconfig", ".obsidian/plugins/x/main.js", ".obsidian/community-plugins.json",
      "Vault/.Obsidian/app.json", ".idea/workspace.xml", ".nvim.lua", ".exrc", "_vimrc", ".pre-commit-config.yaml",
      ".github/workflows/a.yml", ".github/copilot-instructions.md", "logseq/custom.js", "graph/logseq/config.edn",
      "mcp.json", "crush.json", ".qwen/settings.json", ".junie/mcp/mcp.json", ".kilocode/mcp.json", ".factory/mcp.json",
      ".windsurf/workflows/a.md", "AGENTS.md", "sub/CLAUDE.md", "GEMINI.md", ".cursorrules", ".clinerules/a.md",
      ".dir-locals.el", ".envrc", ".Rprofile", ".latexmkrc", ".npmrc", "App.desktop", ".bashrc",
    ])
  func `control files are known in every spelling`(path: String) {
    #expect(ControlFiles.contain(path))
  }

  @Test(
    arguments: [
      "agents.txt", "claude/notes.md", ".claude/notes.md", ".vscode/notes.md", "Abilities/a/notes.md", "settings.json",
      ".claude/settings.txt", "head/notes.md", "HEAD.md", "HEAD", "config", "objects/a", "refs/b",
      "Research/config.json",
      "Makefile", "package.json", ".github/README.md", "profile.md", "context.md", "logseq/pages/a.md", ".editorconfig",
    ])
  func `documents are no control files`(path: String) {
    #expect(!ControlFiles.contain(path))
  }
}
