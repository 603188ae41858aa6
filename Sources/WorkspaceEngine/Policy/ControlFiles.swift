/// Files that decide what an agent may do, or what programs of the person run: no agent writes them, whatever the
/// policy says.
///
/// The list names the settings that agents' programs and editors read from a folder, as their manuals have them. Words
/// that they only read as text (`AGENTS.md`, `CLAUDE.md`) are documents like others.
enum ControlFiles {
  /// In every folder, since such programs look in the one they were started in.
  private static let patterns = [
    ".git", ".stet/policy.toml", ".stet/policy.d", ".stet/hooks", ".githooks", ".husky", ".envrc", ".mcp.json",
    ".claude.json", ".claude/settings*.json", ".claude/hooks", ".claude/agents", ".claude/commands", ".claude/skills",
    ".codex", ".cursor/mcp.json", ".cursor/hooks*", ".cursor/cli*.json", ".cursor/permissions*.json",
    ".vscode/settings.json", ".vscode/tasks.json", ".vscode/launch.json", ".vscode/mcp.json", ".vscode/extensions.json",
    "*.code-workspace", ".gemini/settings.json", ".gemini/commands", ".gemini/extensions", ".zed/settings.json",
    ".zed/tasks.json", ".windsurf/mcp*.json", ".windsurf/hooks*", ".kiro/settings", ".kiro/hooks", ".roo/mcp.json",
    ".continue/config*", ".amazonq/mcp.json", "opencode.json", "opencode.jsonc", ".opencode", ".aider.conf.yml",
    ".devcontainer", ".devcontainer.json", ".idea/runConfigurations",
  ].map { IdentityPattern("**/" + $0) }

  /// Whether a path is one of them, or in a folder that is.
  static func contain(_ path: PathIdentity) -> Bool { patterns.contains { $0.covers(path) } }
}
