internal import MCP

/// `list_directory`: lists the names in a folder.
struct ListDirectoryTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "list_directory", title: "List Directory",
      description: "Lists the names in a folder, each marked [FILE] or [DIR].",
      input: Schema.object([("path", Schema.text), (ResultPage.argument, Schema.count)], required: ["path"]),
      output: Schema.content, hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let (_, entries) = try await FolderLook.entries(in: try arguments.required("path"), .names, surroundings)
    let names = entries.map { "\($0.isFolder ? "[DIR]" : "[FILE]") \(ModelText.name($0.name))" }
    return .text(names.joined(separator: "\n")).marking(entries)
  }
}

/// `list_directory_with_sizes`: lists the names in a folder with their sizes.
struct ListDirectoryWithSizesTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "list_directory_with_sizes", title: "List Directory with Sizes",
      description: "Lists the names in a folder with the sizes of files.",
      input: Schema.object(
        [
          ("path", Schema.text), ("sortBy", ["type": "string", "enum": ["name", "size"]]),
          (ResultPage.argument, Schema.count),
        ], required: ["path"]),
      output: Schema.content, hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let order = try arguments.read { arguments throws(ArgumentFault) in try arguments.text(ifGiven: "sortBy") }
    guard order == nil || order == "name" || order == "size" else {
      throw ToolFailure("Invalid arguments: \"sortBy\" must be \"name\" or \"size\".")
    }
    var (_, entries) = try await FolderLook.entries(in: try arguments.required("path"), .names, surroundings)
    // A folder's own size does not include its contents.
    if order == "size" { entries.sort { ($0.isFolder ? 0 : $0.size) > ($1.isFolder ? 0 : $1.size) } }
    let rows = entries.map { entry in
      let kind = entry.isFolder ? "[DIR]" : "[FILE]"
      return "\(kind) \(ModelText.name(entry.name))" + (entry.isFolder ? "" : " " + SizeText.text(entry.size))
    }
    let files = entries.filter { !$0.isFolder }
    let sum = files.reduce(0) { $0 + $1.size }
    let summary = [
      "", "Total: \(files.count) files, \(entries.count - files.count) directories",
      "Combined size: \(SizeText.text(sum))",
    ]
    return .text((rows + summary).joined(separator: "\n")).marking(entries)
  }
}

/// `list_allowed_directories`: shows the folder in which the tools work.
struct ListAllowedDirectoriesTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "list_allowed_directories", title: "List Allowed Directories",
      description: "Names the folder that all tools work in.",
      input: Schema.object([]), output: Schema.content, hints: .readOnly)
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    .text("Allowed directories:\n\(surroundings.paths.root)")
  }
}
