internal import MCP
internal import Values
internal import WorkspaceAPI

/// `workspace_context`: shows the facts that an agent needs before it begins.
struct WorkspaceContextTool: AgentTool {
  private static let recent = 15
  private static let most = 100
  /// The documents that the person wants an agent to read first.
  private static let documents = ["AGENTS.md", "context.md", "profile.md"]
  /// The greatest length of each shown document, in letters.
  private static let longest = 6_000

  var definition: ToolDefinition {
    ToolDefinition(
      name: "workspace_context", title: "Workspace Context",
      description: """
        A good first call: the texts to read first (AGENTS.md, context.md, profile.md), the names in the folder, the \
        last changes, what is open in editors and what the person must decide.
        """,
      input: Schema.object([("session", Schema.session), (ResultPage.argument, Schema.count)]),
      output: Schema.object(
        [
          ("content", Schema.text), ("documents", ["type": "array", "items": ["type": "object"]]),
          ("names", ["type": "array", "items": Schema.text]),
          ("recent", ["type": "array", "items": ["type": "object"]]),
          ("open", ["type": "array", "items": Schema.text]), ("questions", ["type": "integer"]),
          ("state", Schema.text), ("sync", Schema.text),
        ], required: ["content", "names", "recent", "open", "questions", "state", "sync"]), hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let (status, entries, names): (StatusReport, [LogEntry], [LookEntry])
    do throws(VerbError) {
      status = try await surroundings.verbs.call(StatusRequest())
      entries = try await surroundings.verbs.call(LogRequest(limit: Self.recent, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
    names = try await FolderLook.look(nil, .names, surroundings).entries
    let documents = await Self.read(names.filter { !$0.isFolder }.map(\.name), surroundings)
    let listed = names.map { $0.isFolder ? $0.name + "/" : $0.name }
    let sync = Self.sync(status)
    var text = ["The workspace \(surroundings.paths.root)", ""]
    text += listed.prefix(Self.most).map { "  \(ModelText.name($0))" }
    if listed.count > Self.most { text.append("  [and \(listed.count - Self.most) more]") }
    text += ["", "Last changes:"] + entries.map { "  \($0.line)" }
    if !status.attendance.isEmpty {
      text += ["", "Open or claimed:"] + status.attendance.map { "  \(ModelText.line($0))" }
    }
    text += [
      "",
      "Recording: \([status.state, status.reason.map(ToolWords.sentence)].compactMap(\.self).joined(separator: ": "))",
      "Other machines: \(sync)",
    ]
    let questions = ["\(status.questions): list_questions", surroundings.budget.profile.note(on: "list_questions")]
      .compactMap(\.self).joined(separator: " ")
    text.append(
      "For the person to decide: \(status.questions == 0 ? "nothing" : questions)")
    for document in documents {
      text += ["", "=== \(ModelText.path(document.path)) (version token \(document.token.hex))"]
      text += [document.provenance.map(ProvenanceNote.text), Self.beginning(document)].compactMap(\.self)
    }
    let content = text.joined(separator: "\n")
    return ToolResult(
      content: [.text(content)],
      structured: [
        "content": .string(content), "documents": .array(documents.map(Self.value)),
        "names": .array(listed.prefix(Self.most).map { .string($0) }),
        "recent": .array(entries.map(\.value)), "open": .array(status.attendance.map { .string($0) }),
        "questions": .number(String(status.questions)), "state": .string(status.state), "sync": .string(sync),
      ])
  }

  /// Returns the existing documents; a document that cannot be read, or is withheld from agents, is left out.
  private static func read(_ names: [String], _ surroundings: ToolSurroundings) async -> [ServedText] {
    var texts: [ServedText] = []
    for path in documents where names.contains(path) {
      // A shortened document does not count as read, so that the agent cannot overwrite it on that basis.
      guard var text = try? await ServedText.read(path, surroundings, isShown: false), text.isText else { continue }
      let origin = try? await surroundings.verbs.call(ProvenanceRequest(path: path, caller: surroundings.reader))
      text.provenance = origin.map { FileProvenance($0) }
      texts.append(text)
    }
    return texts
  }

  private static func beginning(_ document: ServedText) -> String {
    guard document.content.count > longest else { return document.content }
    return document.content.prefix(longest) + "\n[cut short: read_text_file gives all of \(document.path)]"
  }

  private static func value(_ document: ServedText) -> JSONValue {
    let texts = [
      ("path", document.path), ("content", beginning(document)), ("token", document.token.hex),
    ]
    let members = texts.map { JSONMember(name: $0, value: .string($1)) }
    let origin = document.provenance.map { JSONMember(name: "provenance", value: ProvenanceNote.value($0)) }
    return .object(members + [origin].compactMap(\.self))
  }

  private static func sync(_ status: StatusReport) -> String {
    guard let remote = status.remote else { return "none; the folder is on this machine only" }
    let count = Counted.text(remote.ahead, "change is", "changes are")
    let waiting = remote.ahead > 0 ? ", \(count) not there yet" : ""
    return "\(remote.state)\(waiting)\(remote.message.map { ": \(ToolWords.sentence($0))" } ?? "")"
  }
}
