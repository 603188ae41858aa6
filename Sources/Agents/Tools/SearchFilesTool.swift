internal import MCP
internal import Values
internal import WorkspaceAPI

/// `search_files`: lists the paths below a folder that match a pattern.
struct SearchFilesTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "search_files", title: "Search Files",
      description: """
        Finds files and folders by name below a folder: *.md matches in it, **/*.md at any depth. search_text searches \
        contents.
        """,
      input: Schema.object(
        [
          ("path", Schema.text), ("pattern", Schema.text), ("excludePatterns", Schema.texts),
          (ResultPage.argument, Schema.count),
        ],
        required: ["path", "pattern"]), output: Schema.content, hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let pattern = PathGlob(try arguments.required("pattern"), .editor)
    let excluded = try arguments.read { arguments throws(ArgumentFault) in
      try arguments.texts("excludePatterns").map { PathGlob($0, .editor) }
    }
    let (folder, entries) = try await FolderLook.entries(
      in: try arguments.required("path"), .everything, surroundings)
    var found: [String] = []
    var marked: [LookEntry] = []
    var left: String?
    for entry in entries {
      if let folder = left, entry.path.utf8.starts(with: folder.utf8) { continue }
      let path = entry.path(below: folder)
      if excluded.contains(where: { $0.matches(path) }) {
        // The contents of an excluded folder are skipped.
        if entry.isFolder { left = entry.path + "/" }
      } else if pattern.matches(path) {
        found.append(entry.path)
        marked.append(entry)
      }
    }
    return .text(found.isEmpty ? "No matches found" : found.map(ModelText.name).joined(separator: "\n"))
      .marking(marked).namingUnreadable(in: entries)
  }
}
