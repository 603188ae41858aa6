internal import MCP
internal import Values
internal import WorkspaceAPI

/// `list_files`: lists the names in a folder, the recorded files below it, or everything below it.
struct ListFilesTool: AgentTool {
  private static let most = 5_000

  var definition: ToolDefinition {
    ToolDefinition(
      name: "list_files", title: "List Files",
      description: """
        Lists recorded files and folders with sizes. recursive or pattern (**/*.md) lists files at any depth, depth \
        limits that, ignored lists what is not recorded too. cursor of the answer gives the next page.
        """,
      input: Schema.object([
        ("path", Schema.text), ("pattern", Schema.text), ("recursive", Schema.flag), ("depth", Schema.count),
        ("ignored", Schema.flag), ("limit", Schema.count), ("cursor", Schema.text), (ResultPage.argument, Schema.count),
      ]),
      output: Schema.list(
        "files",
        [("path", Schema.text), ("kind", Schema.text), ("size", ["type": "integer"])],
        needed: ["path"]),
      hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let folder = try surroundings.paths.path(try arguments.given("path") ?? ".")
    let pattern = try arguments.given("pattern").map { PathGlob($0, .editor) }
    let flags = try arguments.read { arguments throws(ArgumentFault) in
      (all: try arguments.flag("ignored"), deep: try arguments.flag("recursive"))
    }
    let isFlat = pattern == nil && !flags.all && !flags.deep
    let depth = try arguments.count("depth", most: .max) ?? (isFlat ? 1 : nil)
    let limit = try arguments.count("limit", most: Self.most) ?? 1_000
    let cursor = try arguments.given("cursor")
    let files = try await flags.all ? looked(folder, surroundings) : recorded(folder, isFlat: depth == 1, surroundings)
    let isSplit = UInt8(ascii: "/")
    let found = files.filter { file in
      let path = file.path(below: folder)
      if file.isFolder, depth != 1 { return false }
      if let depth, path.utf8.count(where: { $0 == isSplit }) >= depth { return false }
      return pattern?.matches(path) ?? true
    }
    var rest = found[...]
    if let cursor {
      rest = found.drop { !cursor.utf8.lexicographicallyPrecedes($0.path.utf8) }
    }
    let page = rest.prefix(limit)
    let next = page.count < rest.count ? page.last?.path : nil
    var list = ListedRows(name: "files", rows: page.map(\.row), empty: "No files found")
    list.more = next.map { ("[\(rest.count - page.count) more: pass cursor \"\($0)\"]", $0) }
    return try list.result(arguments, surroundings)
      .marking(page.filter(\.isProtected).map(\.path)).namingUnreadable(files.filter(\.isUnreadable).map(\.path))
  }

  private struct Listed {
    var path: String
    var size: Int
    var isProtected: Bool
    var isFolder = false
    var isUnreadable = false

    func path(below folder: String?) -> String {
      guard let folder else { return path }
      return String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
    }

    var row: ListedRows.Row {
      var members = [
        JSONMember(name: "path", value: .string(path)),
        JSONMember(name: "kind", value: .string(isFolder ? "folder" : "file")),
      ]
      if !isFolder { members.append(JSONMember(name: "size", value: .number(String(size)))) }
      let name = ModelText.name(path)
      return ListedRows.Row(
        text: isFolder ? "\(name)/" : "\(name) (\(SizeText.text(Int64(size))))", value: .object(members))
    }
  }

  private func recorded(
    _ folder: String?, isFlat: Bool, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> [Listed] {
    do throws(VerbError) {
      let entries = try await surroundings.verbs.call(
        ListRequest(path: folder, recursive: !isFlat, caller: surroundings.reader))
      let files = entries.filter { $0.kind != "repository" }.map {
        Listed(
          path: $0.path, size: $0.size ?? 0, isProtected: $0.isProtected == true, isFolder: $0.kind == "folder")
      }
      return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    } catch {
      // A folder without a recorded file.
      guard error.code == .notFound,
        try await FolderLook.look(folder, .itself, surroundings).entry.isFolder
      else { throw ToolFailure(error) }
      return []
    }
  }

  private func looked(_ folder: String?, _ surroundings: ToolSurroundings) async throws(ToolFailure) -> [Listed] {
    let entries = try await FolderLook.look(folder, .everything, surroundings).entries
    let files = entries.map {
      Listed(
        path: $0.path, size: Int($0.size), isProtected: $0.isProtected == true, isFolder: $0.isFolder,
        isUnreadable: $0.isUnreadable == true)
    }
    return files.sorted {
      $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
    }
  }
}
