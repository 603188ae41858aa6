internal import FoundationEssentials
internal import Values

/// The input of an agent's hook: JSON on standard input, in the same form for Claude Code and Codex.
///
/// Unknown names are ignored; missing values are nil. Formats: the programs' hook schemas.
struct HookInput: Decodable {
  /// The part of a tool's input that names the files that it reads or writes.
  struct Tool: Decodable {
    /// The file of `Write`, `Edit` and `MultiEdit`.
    var filePath: String?
    /// The file of `NotebookEdit`.
    var notebookPath: String?
    /// A shell command, or Codex's patch.
    var command: String?
    /// Codex's patch.
    var input: String?
    /// The whole text of `Write`.
    var content: String?
    /// The text that `Edit` replaces.
    var oldText: String?
    /// The text that `Edit` inserts.
    var newText: String?
    /// Whether `Edit` replaces all occurrences.
    var isEverywhere: Bool
    /// The edits of `MultiEdit`.
    var edits: [Tool]
    /// The file or folder of `Grep` and `Glob`; the working folder if it is missing.
    var path: String?
    /// The name pattern of `Glob`; for `Grep` an expression.
    var pattern: String?
    /// The name pattern of the files that `Grep` searches.
    var glob: String?
    /// Whether a command continues in the background after its call.
    var isBackground: Bool

    private enum CodingKeys: String, CodingKey {
      case filePath = "file_path", notebookPath = "notebook_path", command, input, content
      case path, pattern, glob
      case oldText = "old_string", newText = "new_string", isEverywhere = "replace_all", edits
      case isBackground = "run_in_background"
    }

    /// Reads the present fields; a field of another type counts as missing.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      filePath = try? container.decode(String.self, forKey: .filePath)
      notebookPath = try? container.decode(String.self, forKey: .notebookPath)
      // Codex sends a list of words.
      command =
        (try? container.decode(String.self, forKey: .command))
        ?? (try? container.decode([String].self, forKey: .command))?.joined(separator: "\n")
      input = try? container.decode(String.self, forKey: .input)
      content = try? container.decode(String.self, forKey: .content)
      oldText = try? container.decode(String.self, forKey: .oldText)
      newText = try? container.decode(String.self, forKey: .newText)
      isEverywhere = (try? container.decode(Bool.self, forKey: .isEverywhere)) ?? false
      edits = (try? container.decode([Tool].self, forKey: .edits)) ?? []
      path = try? container.decode(String.self, forKey: .path)
      pattern = try? container.decode(String.self, forKey: .pattern)
      glob = try? container.decode(String.self, forKey: .glob)
      isBackground = (try? container.decode(Bool.self, forKey: .isBackground)) ?? false
    }
  }

  /// `PreToolUse`, `PostToolUse`, `Stop`, `SessionEnd` and others.
  var event: String
  var session: String
  /// The name of the agent, where a session gives it one; nil for that of its program.
  var agent: String?
  /// The agent's working folder.
  var folder: String?
  /// The tool, in the two events about tools.
  var tool: String?
  /// The id of the tool's call.
  var call: String?
  /// The model, if the program names it.
  var model: String?
  /// The tool's input.
  var input: Tool?

  private enum CodingKeys: String, CodingKey {
    case event = "hook_event_name", session = "session_id", folder = "cwd", tool = "tool_name", call = "tool_use_id"
    case model, input = "tool_input"
  }

  /// The tools that run a command.
  private static let commands: Set<String> = ["Bash", "shell", "local_shell", "exec_command", "unified_exec"]

  /// Whether the tool runs a command, which may write any file.
  var isCommand: Bool { tool.map(Self.commands.contains) == true && paths.isEmpty }

  /// The files that the tool writes, as it names them.
  var paths: [String] {
    switch tool {
    case "Write", "Edit", "MultiEdit": [input?.filePath].compactMap(\.self)
    case "NotebookEdit": [input?.notebookPath].compactMap(\.self)
    default: Self.patched(patch)
    }
  }

  /// The text that may be Codex's patch; empty for a tool that takes none.
  private var patch: String {
    switch tool {
    case "apply_patch", "shell", "local_shell": input?.input ?? input?.command ?? ""
    default: ""
    }
  }

  /// Whether the tool only reads.
  var isRead: Bool { tool.map(["Read", "NotebookRead", "Grep", "Glob"].contains) == true }

  /// The files or folders that the tool reads, as it names them; `.` for the working folder.
  var read: [String] {
    switch tool {
    case "Read": [input?.filePath].compactMap(\.self)
    case "NotebookRead": [input?.notebookPath].compactMap(\.self)
    case "Grep": [searched]
    case "Glob": [placed?.folder ?? searched]
    default: []
    }
  }

  /// Whether the tool searches a folder.
  var isSearch: Bool { tool == "Grep" || tool == "Glob" }

  /// The name pattern of the files that a search reads, counted from its folder for `Glob`; nil for all.
  var glob: String? {
    switch tool {
    case "Grep": input?.glob
    case "Glob": placed?.rest ?? input?.pattern
    default: nil
    }
  }

  /// The folder of a search, as the input names it.
  private var searched: String {
    guard let path = input?.path, !path.isEmpty else { return "." }
    return path
  }

  /// The folder and the rest of a pattern of `Glob` that is absolute or leads out of its folder; nil for any other.
  private var placed: (folder: String, rest: String)? {
    guard tool == "Glob", let placed = input?.pattern.flatMap(SearchGlobs.placed) else { return nil }
    guard let folder = placed.folder else { return (searched, placed.rest) }
    return (folder.hasPrefix("/") ? folder : searched + "/" + folder, placed.rest)
  }

  /// The replacements of `Edit` and `MultiEdit`, in their order.
  var edits: [Tool] {
    switch tool {
    case "Edit": [input].compactMap(\.self)
    case "MultiEdit": input?.edits ?? []
    default: []
    }
  }

  /// The texts that the tool adds to its file, if its input contains them.
  var texts: [String] {
    switch tool {
    case "Write": [input?.content].compactMap(\.self)
    case "Edit", "MultiEdit": edits.compactMap(\.newText)
    default: hunks.map { $0.put }
    }
  }

  /// The texts that the tool removes in exchange, one for each; empty if its input does not contain them.
  var taken: [String] {
    let taken = edits.isEmpty ? hunks.map { $0.taken } : edits.compactMap(\.oldText)
    return taken.count == texts.count && tool != "Write" ? taken : []
  }

  /// The replacements of a patch that updates one file, with their context; empty for any other patch, and if one of
  /// them does not quote a text of the file.
  private var hunks: [(taken: String, put: String)] {
    guard Self.patched(patch).count == 1 else { return [] }
    var lines: [(taken: [Substring], put: [Substring])] = []
    var isInside = false
    for line in patch.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.hasPrefix("*** ") { isInside = line.hasPrefix("*** Update File: ") }
      guard isInside else { continue }
      if line.hasPrefix("*** ") || line.hasPrefix("@@") {
        lines.append((taken: [], put: []))
        continue
      }
      if line.first != "+" { lines[lines.count - 1].taken.append(line.dropFirst()) }
      if line.first != "-" { lines[lines.count - 1].put.append(line.dropFirst()) }
    }
    lines.removeAll { $0.taken.isEmpty && $0.put.isEmpty }
    let hunks = lines.map { (taken: $0.taken.joined(separator: "\n"), put: $0.put.joined(separator: "\n")) }
    return hunks.contains { $0.taken.isEmpty } ? [] : hunks
  }

  /// Returns the files of a patch in Codex's form; empty if the text is no patch.
  private static func patched(_ text: String) -> [String] {
    guard text.contains("*** Begin Patch") else { return [] }
    var paths: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      for mark in ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "]
      where line.hasPrefix(mark) { paths.append(String(line.dropFirst(mark.count))) }
    }
    return paths
  }

  /// Reads the input of a hook; nil if it is none.
  static func parse(_ bytes: [UInt8]) -> HookInput? { try? JSONDecoder().decode(HookInput.self, from: Data(bytes)) }
}
