internal import MCP
internal import Values
internal import WorkspaceAPI

/// `get_file_info`: shows the properties of a file or folder without its content.
struct GetFileInfoTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "get_file_info", title: "Get File Info",
      description: "Shows size, times, permissions, version token, who made a file and who changed it last.",
      input: Schema.object([("path", Schema.text)], required: ["path"]), output: Schema.read, hints: .readOnly)
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.path(try arguments.required("path"))
    let entry = try await FolderLook.look(path, .itself, surroundings).entry
    let modified = ISOTime.text(entry.modified)
    var origin: ProvenanceReport?
    // A file that is ignored or not recorded yet has no provenance.
    if let path, !entry.isFolder {
      origin = try? await surroundings.verbs.call(ProvenanceRequest(path: path, caller: surroundings.reader))
    }
    var lines = [
      "size: \(entry.size)", "created: \(origin?.createdAt ?? modified)", "modified: \(modified)",
      "accessed: \(modified)", "isDirectory: \(entry.isFolder)", "isFile: \(entry.kind == "file")",
      "permissions: \(NumberText.padded(entry.permissions & 0o777, to: 3, radix: 8))",
    ]
    if let origin {
      for (name, author) in [("created", origin.createdBy), ("modified", origin.lastModifiedBy)] {
        lines += ["\(name)By: \(author.name.map(ModelText.author) ?? author.kind)", "\(name)ByKind: \(author.kind)"]
      }
    }
    if let origin { lines.append("recorded: \(origin.lastModifiedAt)") }
    let text = lines.joined(separator: "\n")
    guard let origin else { return .text(text).marking([entry]) }
    return ToolResult.text(text, token: origin.token).noting(FileProvenance(origin))
  }
}
