internal import ArgumentParser

/// An agent's program that can be connected, with the paths of its configuration.
enum AgentClient: String, ExpressibleByArgument, CaseIterable, Sendable {
  case claudeCode = "claude-code"
  case codex
  case cursor

  /// The name for people.
  var name: String {
    switch self {
    case .claudeCode: "Claude Code"
    case .codex: "Codex"
    case .cursor: "Cursor"
    }
  }

  /// The file that names MCP servers, below the home folder.
  var serverFile: String {
    switch self {
    case .claudeCode: ".claude.json"
    case .codex: ".codex/config.toml"
    case .cursor: ".cursor/mcp.json"
    }
  }

  /// The file that names hooks, below the home folder; nil if `stet hook` does not support the program.
  var hookFile: String? {
    switch self {
    case .claudeCode: ".claude/settings.json"
    case .codex: ".codex/hooks.json"
    case .cursor: nil
    }
  }

  /// The events with a hook, with the names of the tools; nil for all tools.
  var hooks: [(event: String, tools: String?)] {
    switch self {
    case .claudeCode:
      let tools = "Write|Edit|MultiEdit|NotebookEdit|Bash"
      return [
        ("PreToolUse", tools + "|Read|NotebookRead|Grep|Glob"), ("PostToolUse", tools), ("PostToolUseFailure", tools),
        ("UserPromptSubmit", nil),
        ("Stop", nil), ("SessionEnd", nil),
      ]
    case .codex: return [("PreToolUse", nil), ("PostToolUse", nil), ("UserPromptSubmit", nil), ("Stop", nil)]
    case .cursor: return []
    }
  }

  /// The person's next step.
  var next: String {
    switch self {
    case .claudeCode: "Start Claude Code anew; `/mcp` and `/hooks` show what it has."
    case .codex: "Start Codex anew, and trust the hooks where it asks; `/mcp` shows the server."
    case .cursor: "Start Cursor anew; its settings list the server, which you switch on there."
    }
  }
}
