internal import GitObjects
internal import MCP
internal import WorkspaceAPI

/// `move_file`: moves a file or folder to another path.
struct MoveFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "move_file", title: "Move File",
      description: """
        Moves or renames a file or folder with its history; or files together, all or none, by moves. Refused where \
        a destination exists.
        """,
      input: Schema.object(
        [
          ("source", Schema.text), ("destination", Schema.text),
          (
            "moves",
            Schema.list(
              of: Schema.object(
                [("source", Schema.text), ("destination", Schema.text)], required: ["source", "destination"]))
          ), ("session", Schema.session),
        ]), output: Schema.content,
      hints: .changes(destructive: true, idempotent: false))
  }

  /// Returns true for one move, which is one write; the server begins and ends a call with several.
  func carriesCall(_ arguments: ToolArguments) -> Bool { !arguments.has("moves") }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    if arguments.has("moves") {
      return try await moveAll(arguments, surroundings)
    }
    let (source, destination) = (try arguments.required("source"), try arguments.required("destination"))
    let path = try surroundings.paths.document(source)
    let target = try surroundings.paths.document(destination)
    do throws(ToolFailure) {
      let words = KeptWords(
        "Successfully moved \(ModelText.argument(source)) to \(ModelText.argument(destination))", namesVersion: false)
      return words.result(
        try await FileWriting.write(.move(to: target), to: path, token: nil, answer: words, surroundings))
    } catch {
      // The file at the new path is no version of the file to be moved.
      throw error.withoutVersion
    }
  }

  /// Moves several files as one change.
  private func moveAll(
    _ arguments: ToolArguments, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> ToolResult {
    guard try arguments.given("source") == nil, try arguments.given("destination") == nil else {
      throw ToolFailure("Invalid arguments: \"moves\" is used alone, without \"source\" and \"destination\".")
    }
    let moves = try arguments.read { arguments throws(ArgumentFault) in try arguments.objects("moves") }
    guard !moves.isEmpty else { throw ToolFailure("Invalid arguments: \"moves\" names no move.") }
    var pairs: [(path: String, target: String)] = []
    for move in moves {
      let path = try surroundings.paths.document(try move.required("source"))
      pairs.append((path, try surroundings.paths.document(try move.required("destination"))))
    }
    let sources = Set(pairs.map { NameKey($0.path) })
    var made = PatchedFiles(caller: surroundings.caller)
    for (path, target) in pairs {
      guard NameKey(path) != NameKey(target) else {
        throw ToolFailure("The source and the destination of a move are the same: \(ModelText.path(path)).")
      }
      guard !sources.contains(NameKey(target)) else {
        throw ToolFailure(
          "The destination \(ModelText.path(target)) is itself moved in this call. Move it in a call before, to another "
            + "name if files change places.")
      }
      guard try await !FolderLook.look(path, .itself, surroundings).entry.isFolder else {
        throw ToolFailure("\(ModelText.path(path)) is a folder: move it by itself, with source and destination.")
      }
      try await made.move(path, to: target, surroundings)
    }
    do throws(VerbError) {
      let receipts = try await surroundings.verbs.call(made.request)
      return made.result(
        receipts, "Successfully moved \(moves.count) files", longest: surroundings.budget.longest, isMove: true)
    } catch {
      // The tool takes no token.
      throw ToolFailure(error).withoutVersion
    }
  }
}
