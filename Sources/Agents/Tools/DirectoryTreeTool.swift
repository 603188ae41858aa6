internal import MCP
internal import WorkspaceEngine

/// `directory_tree`: all that stands below a folder, as JSON.
struct DirectoryTreeTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "directory_tree", title: "Directory Tree",
      description: """
        Shows all that stands below a folder as JSON: name, type (file or directory), and children of directories. \
        excludePatterns leaves out what they match; one without a * matches at any depth.
        """,
      input: Schema.object([("path", Schema.text), ("excludePatterns", Schema.texts)], required: ["path"]),
      output: Schema.content, hints: .readOnly)
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let patterns = try arguments.read { arguments throws(ArgumentFault) in try arguments.texts("excludePatterns") }
    let excluded = patterns.flatMap { pattern in
      pattern.contains("*")
        ? [GlobPattern(pattern)] : ["", "**/"].map { GlobPattern($0 + pattern) } + [GlobPattern("**/\(pattern)/**")]
    }
    let (folder, entries) = try await FolderLook.entries(
      in: try arguments.required("path"), .everything, surroundings)
    var rest = entries[...]
    let tree = Self.tree(&rest, in: folder, below: folder, without: excluded)
    return .text(tree.isEmpty ? "[]" : Self.text(tree, indent: 0)).marking(entries)
  }

  private struct Node {
    var name: String
    var children: [Node]?
  }

  /// The nodes in a folder: entries come in the order of a walk, so all that is below a folder stands behind it.
  private static func tree(
    _ rest: inout ArraySlice<LookEntry>, in folder: String?, below top: String?, without excluded: [GlobPattern]
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

  private static func text(_ nodes: [Node], indent: Int) -> String {
    guard !nodes.isEmpty else { return "[]" }
    let blanks = String(repeating: " ", count: indent)
    let parts = nodes.map { node in
      var lines = [
        "\(blanks)  {", "\(blanks)    \"name\": \(String(decoding: JSONValue.string(node.name).line, as: UTF8.self)),",
        "\(blanks)    \"type\": \"\(node.children == nil ? "file" : "directory")\"\(node.children == nil ? "" : ",")",
      ]
      if let children = node.children {
        lines.append("\(blanks)    \"children\": \(text(children, indent: indent + 4))")
      }
      return (lines + ["\(blanks)  }"]).joined(separator: "\n")
    }
    return "[\n\(parts.joined(separator: ",\n"))\n\(blanks)]"
  }
}
