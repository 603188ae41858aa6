internal import Documents
internal import MCP
internal import Values
internal import WorkspaceAPI

/// The next tool after a refusal, with the nearest name if a name does not exist.
enum NextStep {
  /// The greatest number of compared names.
  private static let mostNames = 20_000
  /// The tools that accept a folder.
  private static let folders: Set<String> = [
    "list_directory", "list_directory_with_sizes", "directory_tree", "search_files", "list_files", "create_directory",
  ]

  /// Returns the failure with the next step added, if it is known.
  static func added(
    to failure: ToolFailure, _ call: ToolCall, by tool: any AgentTool, in surroundings: ToolSurroundings
  ) async -> ToolFailure {
    var failure = failure
    if failure.question == nil, !failure.isUnavailable {
      failure.next = await words(failure, call, tool, surroundings)
    }
    return completed(failure, of: call.tool, surroundings.budget.profile)
  }

  /// Returns the failure with a next tool of the profile: every kind of failure names one.
  static func completed(_ failure: ToolFailure, of tool: String, _ profile: ToolProfile) -> ToolFailure {
    var failure = failure
    let said = [failure.text, failure.next ?? ""].joined(separator: "\n")
    let general = ToolProfile.names(in: said) ? nil : general(failure, tool)
    let steps = [failure.next, general, profile.note(on: said + (general ?? ""))].compactMap(\.self)
    failure.next = steps.isEmpty ? nil : steps.joined(separator: " ")
    return failure
  }

  /// Returns the failure for an unknown tool, with the most similar name.
  static func unknown(_ tool: String, among names: [String], _ profile: ToolProfile) -> ToolFailure {
    let meant = NameDistance.nearest(to: tool, among: names).map { " Do you mean \($0)?" } ?? ""
    let list =
      profile == .usual ? "more_tools lists those that are not shown." : "workspace_context is a good first call."
    return ToolFailure("There is no tool \(ModelText.quotedShort(tool)).\(meant) \(list)")
  }

  private static func general(_ failure: ToolFailure, _ tool: String) -> String {
    let tool = ToolProfile.spelled(tool)
    return switch failure.code {
    case nil, .usage: "Next: correct that and call \(tool) again."
    case .notFound: "Next: list_directory or search_files show what there is."
    case .stale: "Next: read_text_file shows the present text; then call \(tool) again."
    case .question: "Next: list_questions shows whether it is open; call \(tool) again once it is answered."
    case .busy: "Next: call \(tool) again in a moment; workspace_context shows what is at work."
    case .offline: "Next: call \(tool) again later; workspace_context shows the state of the sync."
    case .refused: "Next: continue with something else, or put a proposal into another file with write_file."
    case .failed: "Next: workspace_context shows the state of the folder; then call \(tool) again."
    }
  }

  private static func words(
    _ failure: ToolFailure, _ call: ToolCall, _ tool: any AgentTool, _ surroundings: ToolSurroundings
  ) async -> String? {
    let name = tool.definition.name
    if failure.reason == VerbError.partToken, let path = failure.questioned {
      let paths = tool.paths(of: call.arguments, in: surroundings.paths)
      return unread(path, paths, call, isEdit: name == "edit_file")
    }
    if failure.token != nil, !tool.definition.hints.isReadOnly {
      return tool.replacesVersion
        ? "Next: call \(name) again with this token, made from the present text, or change a part with edit_file."
        : "Next: read_text_file shows the present text; then call \(name) again with that."
    }
    guard let path = tool.paths(of: call.arguments, in: surroundings.paths).first else { return nil }
    if failure.missing?.utf8.elementsEqual(path.utf8) == true {
      guard let nearest = await nearest(to: path, surroundings) else {
        return "Next: list_directory or search_files show what there is."
      }
      // The path exists, but not the version.
      if nearest.utf8.elementsEqual(path.utf8) { return "Next: call read_text_file and use the token that it gives." }
      // A change is never directed to another file than its own.
      let step = tool.definition.hints.isReadOnly ? "call \(name) with it" : "read_text_file shows whether it is meant"
      return "The nearest name is \(ModelText.path(nearest)). Next: \(step), or search_files."
    }
    guard !call.arguments.has("recursive"),
      let isFolder = try? await FolderLook.look(path, .itself, surroundings).entry.isFolder,
      isFolder != folders.contains(name), failure.isAboutKind
    else { return nil }
    let isDeletion = name == "delete_file" ? ", and delete_file deletes it with recursive" : ""
    return isFolder
      ? "Next: \(ModelText.path(path)) is a folder; list_directory lists it\(isDeletion)."
      : "Next: \(ModelText.path(path)) is a file; read_text_file reads it."
  }

  /// Returns the step after the refusal of a change of a file that was not read, with the arguments of the read.
  private static func unread(_ path: String, _ paths: [String], _ call: ToolCall, isEdit: Bool) -> String {
    let isList = call.arguments.has("paths") || call.arguments.has("patch") || call.arguments.has("moves")
    let files = paths.isEmpty || call.arguments.has("recursive") ? [path] : Array(paths.prefix(10))
    var members: [JSONMember] =
      isList
      ? [JSONMember(name: "paths", value: .array(files.map { .string($0) }))]
      : [JSONMember(name: "path", value: .string(path))]
    if let session = (try? call.arguments.text(ifGiven: "session")) ?? nil {
      members.append(JSONMember(name: "session", value: .string(session)))
    }
    let arguments = ModelText.sentence(String(decoding: JSONValue.object(members).line, as: UTF8.self))
    let read = "Next: call \(isList ? "read_multiple_files" : "read_text_file") with \(arguments)"
    return isEdit
      ? "\(read), then edit_file again; or give the text to replace as oldText."
      : "\(read), then \(ToolProfile.spelled(call.tool)) again with the token that it gives; edit_file with oldText "
        + "changes a part without that."
  }

  /// Returns the recorded path that is most similar to a missing one.
  private static func nearest(to path: String, _ surroundings: ToolSurroundings) async -> String? {
    let request = ListRequest(recursive: true, caller: surroundings.reader, limit: mostNames)
    guard let entries = try? await surroundings.verbs.call(request) else { return nil }
    let (folder, name) = parts(path)
    // Short names, such as a.md and b.md, are similar by chance.
    let most = max(0, name.count - 3) / 3
    var best: (path: String, distance: Int)?
    for entry in entries {
      let (beside, other) = parts(entry.path)
      if entry.path.utf8.elementsEqual(path.utf8) { return entry.path }
      if other == name {
        best = (entry.path, 0)
        continue
      }
      guard beside == folder, abs(other.count - name.count) <= most else { continue }
      let distance = NameDistance.between(name, other)
      if distance <= most, distance < best?.distance ?? .max { best = (entry.path, distance) }
    }
    return best?.path
  }

  /// Returns the folder and the letters of the name in lower case.
  private static func parts(_ path: String) -> (folder: String, name: [Character]) {
    let names = path.lowercased().split(separator: "/")
    return (names.dropLast().joined(separator: "/"), (names.last ?? "").prefix(100).map(\.self))
  }
}
