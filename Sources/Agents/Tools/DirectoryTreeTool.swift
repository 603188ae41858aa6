internal import MCP
internal import Values
internal import WorkspaceAPI

/// `directory_tree`: shows everything below a folder, indented.
struct DirectoryTreeTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "directory_tree", title: "Directory Tree",
      description: """
        Shows all that is below a folder, indented by depth; folders end with /. excludePatterns leaves out what they \
        match; one without a * matches at any depth.
        """,
      input: Schema.object(
        [("path", Schema.text), ("excludePatterns", Schema.texts), (ResultPage.argument, Schema.count)],
        required: ["path"]),
      output: Schema.content, hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let patterns = try arguments.read { arguments throws(ArgumentFault) in try arguments.texts("excludePatterns") }
    let excluded = patterns.flatMap { pattern in
      pattern.contains("*")
        ? [PathGlob(pattern, .editor)]
        : ["", "**/"].map { PathGlob($0 + pattern, .editor) } + [PathGlob("**/\(pattern)/**", .editor)]
    }
    let (folder, entries) = try await FolderLook.entries(
      in: try arguments.required("path"), .everything, surroundings)
    var rest = entries[...]
    let tree = Self.tree(&rest, in: folder, below: folder, without: excluded)
    let lines = Self.lines(tree, indent: "")
    return .text(lines.isEmpty ? "Nothing is there" : lines.joined(separator: "\n"))
      .marking(entries).namingUnreadable(in: entries)
  }

  private struct Node {
    var name: String
    var children: [Node]?
  }

  /// Returns the nodes in a folder: entries are in the order of a walk, so the contents of a folder follow it.
  private static func tree(
    _ rest: inout ArraySlice<LookEntry>, in folder: String?, below top: String?, without excluded: [PathGlob]
  ) -> [Node] {
    var nodes: [Node] = []
    while let entry = rest.first, folder.map({ entry.path.utf8.starts(with: ($0 + "/").utf8) }) ?? true {
      rest = rest.dropFirst()
      var node = Node(name: entry.name, children: nil)
      if entry.isFolder { node.children = tree(&rest, in: entry.path, below: top, without: excluded) }
      let path = entry.path(below: top)
      if !excluded.contains(where: { $0.matches(path) }) { nodes.append(node) }
    }
    return nodes
  }

  private static func lines(_ nodes: [Node], indent: String) -> [String] {
    nodes.flatMap { node in
      let name = indent + ModelText.name(node.name)
      return node.children.map { [name + "/"] + lines($0, indent: indent + " ") } ?? [name]
    }
  }
}
