internal import GitObjects
internal import MCP
internal import WorkspaceAPI

/// `delete_file`: deletes a file; its versions stay in history.
struct DeleteFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "delete_file", title: "Delete File",
      description: """
        Deletes a file, or the files of paths together, all or none; with recursive a folder and all in it. \
        restore_version brings them back. Refused if you have not read all of one as it is.
        """,
      input: Schema.object(
        [
          ("path", Schema.text), ("paths", Schema.texts), ("recursive", Schema.flag), ("token", Schema.anyToken),
          ("session", Schema.session),
        ]),
      output: Schema.content, hints: .changes(destructive: true, idempotent: false))
  }

  var replacesVersion: Bool { true }

  var act: String { "delete" }

  /// Returns true for one deletion, which is one write; the server begins and ends a call with several.
  func carriesCall(_ arguments: ToolArguments) -> Bool { !arguments.has("paths") && !arguments.has("recursive") }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let names = try arguments.read { arguments throws(ArgumentFault) in try arguments.texts("paths") }
    guard names.isEmpty else { return try await delete(names, arguments, surroundings) }
    guard !arguments.has("paths") else { throw ToolFailure("Invalid arguments: \"paths\" names no file.") }
    let name = try arguments.required("path")
    let path = try surroundings.paths.document(name)
    let isRecursive = try arguments.read { arguments throws(ArgumentFault) in try arguments.flag("recursive") }
    if isRecursive, try await FolderLook.look(path, .itself, surroundings).entry.isFolder {
      return try await delete(try await Self.files(below: path, surroundings), surroundings)
    }
    let words = KeptWords("Successfully deleted \(ModelText.argument(name))", namesVersion: false)
    return words.result(
      try await FileWriting.write(.delete, to: path, token: try arguments.token(), answer: words, surroundings))
  }

  /// Deletes several files as one change.
  private func delete(
    _ names: [String], _ arguments: ToolArguments, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> ToolResult {
    guard try arguments.given("path") == nil, try arguments.given("token") == nil else {
      throw ToolFailure("Invalid arguments: \"paths\" is used alone; with \"path\" or \"token\" one file is deleted.")
    }
    var paths: [String] = []
    for name in names { paths.append(try surroundings.paths.document(name)) }
    return try await delete(paths, surroundings)
  }

  /// Returns the files below a folder.
  ///
  /// - Throws: `ToolFailure` if one is not recorded: it could not be restored.
  private static func files(
    below folder: String, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> [String] {
    let recorded: [String]
    do throws(VerbError) {
      recorded = try await surroundings.verbs.call(
        ListRequest(path: folder, recursive: true, caller: surroundings.reader)
      ).map(\.path)
    } catch {
      guard error.code == .notFound else { throw ToolFailure(error) }
      throw ToolFailure("Nothing is recorded below \(ModelText.path(folder)); list_directory shows what is there.")
    }
    let known = Set(recorded.map { NameKey($0) })
    let existing = try await FolderLook.look(folder, .everything, surroundings).entries
    if let other = existing.first(where: { !$0.isFolder && !known.contains(NameKey($0.path)) }) {
      throw ToolFailure(
        "\(ModelText.path(other.path)) is not recorded, and would not come back: \(ModelText.path(folder)) is kept. "
          + "Delete the others by paths.")
    }
    return recorded
  }

  /// Deletes files as one change.
  private func delete(_ paths: [String], _ surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    var request = BatchRequest(writes: [], caller: surroundings.caller)
    request.writes = paths.map { WriteRequest(path: $0, action: .delete) }
    do throws(VerbError) { _ = try await surroundings.verbs.call(request) } catch { throw ToolFailure(error) }
    let lines = request.writes.map { "D \(ModelText.path($0.path))" }
    return .text("Successfully deleted \(paths.count) files\n" + lines.joined(separator: "\n"))
  }
}
