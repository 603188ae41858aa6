internal import GitObjects
internal import MCP
internal import WorkspaceAPI

/// `apply_patch`: changes of several files as one, all or none.
struct ApplyPatchTool: AgentTool {
  /// The greatest number of tries on files that others change meanwhile.
  private static let tries = 5

  var definition: ToolDefinition {
    ToolDefinition(
      name: "apply_patch", title: "Apply Patch",
      description: """
        Applies a unified diff, as git writes it, to one or several files, all or nothing. '--- /dev/null' creates, \
        '+++ /dev/null' deletes, rename and mode lines work. tokens gives, by path, the versions that it was made \
        from. dryRun only says whether it fits.
        """,
      input: Schema.object(
        [
          ("patch", Schema.text), ("tokens", ["type": "object", "additionalProperties": Schema.text]),
          ("dryRun", Schema.flag), ("session", Schema.session),
        ], required: ["patch"]),
      output: Schema.object(
        [("content", Schema.text), ("tokens", ["type": "object", "additionalProperties": ["type": "string"]])],
        required: ["content", "tokens"]), hints: .changes(destructive: true, idempotent: false))
  }

  func paths(of arguments: ToolArguments, in paths: AgentPaths) -> [String] {
    guard let text = try? arguments.text(ifGiven: "patch"), let patch = try? UnifiedPatch(text) else { return [] }
    return patch.files.flatMap { [$0.old, $0.new] }.compactMap { name in
      name.flatMap { (try? paths.path($0)) ?? nil }
    }
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let patch = try UnifiedPatch(try arguments.required("patch"))
    let given = try Self.tokens(arguments, surroundings)
    let isDryRun = try arguments.read { arguments throws(ArgumentFault) in try arguments.flag("dryRun") }
    var tries = 0
    while true {
      tries += 1
      var made = PatchedFiles(caller: surroundings.caller)
      for (index, file) in patch.files.enumerated() {
        let part = surroundings.part(index, of: patch.files.count)
        try await made.add(file, given, part)
        part.progress?(ToolProgress(done: 1, total: 1))
      }
      guard !isDryRun else {
        let words = "The patch fits:\n\(made.summary)"
        return ToolResult(content: [.text(words)], structured: ["content": .string(words), "tokens": [:]])
      }
      guard !Task.isCancelled else { throw ToolFailure("The call was cancelled; nothing was changed.") }
      do throws(VerbError) {
        return made.result(
          try await surroundings.verbs.call(made.request), "Successfully applied the patch",
          longest: surroundings.budget.longest)
      } catch {
        // Somebody changed a file first: the patch is retried on the present text, unless it was made from other
        // versions.
        guard error.code == .stale, given.isEmpty, tries < Self.tries, !Task.isCancelled else {
          throw ToolFailure(error)
        }
      }
    }
  }

  private static func tokens(
    _ arguments: ToolArguments, _ surroundings: ToolSurroundings
  ) throws(ToolFailure) -> [NameKey: ObjectID] {
    var tokens: [NameKey: ObjectID] = [:]
    guard let value = arguments.members.first(where: { $0.isNamed("tokens") })?.value, value != .null else {
      return [:]
    }
    guard let members = value.members else { throw ToolFailure("Invalid arguments: \"tokens\" must be an object.") }
    for member in members {
      guard let text = member.value.text, let token = text == "absent" ? .zero : ObjectID(hex: text) else {
        throw ToolFailure("Invalid arguments: the token of \(ModelText.path(member.name)) is none.")
      }
      tokens[NameKey(try surroundings.paths.document(member.name))] = token
    }
    return tokens
  }
}
