internal import ArgumentParser
internal import FoundationEssentials
internal import Values
internal import WorkspaceAPI

/// The words of a workspace that a shell completes: paths, and agents, sessions and named queries. Without a running
/// daemon there are only paths: a completion starts nothing.
enum CompletionWords {
  /// The number of calls and of commits that are searched for names.
  private static let most = 1_000

  /// The surroundings of the command line that is parsed.
  @TaskLocal static var context: CommandContext?

  /// The files and folders in the folder that the command line is about.
  static let paths = CompletionKind.custom { words, index, prefix in
    guard let context = directed(by: words), words.indices.contains(index) else { return [] }
    // The beginning that the parser passes is that of the last word.
    let raw = CompletionPaths.unquoted(index == words.count - 1 ? prefix : words[index])
    // bash compares candidates with what was typed, other shells with the path.
    let typed = CompletionShell.requesting == .bash ? raw : expanded(raw, context)
    func place(_ path: String) -> String {
      let path = expanded(path, context)
      return path.hasPrefix("/") ? path : "\(context.directory)/\(path)"
    }
    let found = CompletionPaths.candidates(
      for: typed, list: { (try? FileManager.default.contentsOfDirectory(atPath: place($0))) ?? [] },
      isFolder: { WorkspaceFolder.isFolder(place($0)) })
    return spelled(found)
  }

  /// The names of agents, those of the newest calls first.
  static let agents = CompletionKind.custom { words, _, _ in
    await found(words) { verbs async throws(VerbError) in try await acts(verbs).compactMap(\.agent) }
  }

  /// The sessions of the agent that the command line names, else of all agents, the newest first.
  static let sessions = CompletionKind.custom { words, _, _ in
    let agent = value(of: "--agent", in: words)
    return await found(words) { verbs async throws(VerbError) in
      try await acts(verbs).filter { agent == nil || $0.agent == agent }.compactMap(\.session)
    }
  }

  /// The kinds of authors, and the names of agents.
  static let authors = CompletionKind.custom { words, _, _ in
    await ["user", "agent"]
      + found(words) { verbs async throws(VerbError) in
        try await changes(verbs).compactMap(\.author.name)
      }
  }

  /// The names of queries.
  static let queries = CompletionKind.custom { words, _, _ in
    await found(words) { verbs async throws(VerbError) in
      try await verbs.call(NamedQueriesRequest()).map(\.name)
    }
  }

  /// Returns agent and session of each call, then of each change, the newest first.
  private static func acts(
    _ verbs: any WorkspaceVerbs
  ) async throws(VerbError) -> [(agent: String?, session: String?)] {
    let calls = try await verbs.call(AuditRequest(limit: most)).calls.reversed()
      .map { (agent: Optional($0.agent), session: $0.session) }
    return try await calls + changes(verbs).map { (agent: $0.author.name, session: $0.author.session) }
  }

  /// Returns the changes by agents, the newest first.
  private static func changes(_ verbs: any WorkspaceVerbs) async throws(VerbError) -> [LogEntry] {
    try await verbs.call(LogRequest(limit: most, kind: "agent"))
  }

  /// Returns names from the daemon of the folder that the command line is about, each once.
  private static func found(
    _ words: [String], _ names: (any WorkspaceVerbs) async throws(VerbError) -> [String]
  ) async -> [String] {
    guard let context = directed(by: words) else { return [] }
    do throws(VerbError) {
      guard let verbs = try context.running(try context.folder()) else { return [] }
      var known: Set<String> = []
      return spelled(try await names(verbs).filter { known.insert($0).inserted })
    } catch { return [] }
  }

  /// Returns the surroundings with the folder that the command line names.
  private static func directed(by words: [String]) -> CommandContext? {
    guard var context else { return nil }
    if let directory = value(of: "-C", in: words) { context.directory = expanded(directory, context) }
    return context
  }

  /// Returns words as the shell's script reads them. bash expands each word that is not in quotes, so that it would run
  /// the command in a name such as `$(…)`, which another machine or an agent may have chosen.
  private static func spelled(_ words: [String]) -> [String] {
    // A shell takes a name with a control character as several.
    let words = words.filter { TerminalText.name($0) == $0 }
    return switch CompletionShell.requesting {
    case .bash: words.map(ShellWord.word)
    case .zsh: words.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
    default: words
    }
  }

  /// Returns the value of an option, without the quotation marks that the shell would remove.
  static func value(of option: String, in words: [String]) -> String? {
    guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
    return CompletionPaths.unquoted(words[index + 1])
  }

  private static func expanded(_ directory: String, _ context: CommandContext) -> String {
    guard directory == "~" || directory.hasPrefix("~/"), let home = context.environment["HOME"] else {
      return directory
    }
    return home + directory.dropFirst()
  }
}
