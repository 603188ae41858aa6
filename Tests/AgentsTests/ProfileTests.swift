internal import WorkspaceAPI
internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// The tools that a model is shown, and their cost.
@Suite struct ProfileTests {
  /// The arguments of the reference filesystem server's tools; those that are needed end with `!`.
  private static let reference = [
    "read_file": "path! head tail", "read_text_file": "path! head tail", "read_media_file": "path!",
    "read_multiple_files": "paths!", "write_file": "path! content!", "edit_file": "path! edits! dryRun",
    "create_directory": "path!", "list_directory": "path!", "list_directory_with_sizes": "path! sortBy",
    "directory_tree": "path! excludePatterns", "move_file": "source! destination!",
    "search_files": "path! pattern! excludePatterns", "get_file_info": "path!", "list_allowed_directories": "",
  ]

  private static func server(_ budget: ModelBudget = ModelBudget()) -> ServerDescription {
    let door = AgentDoor(paths: AgentPaths(root: "/w"), opening: AgentDoor.Opening(run: "r"), budget: budget) {
      () async throws(VerbError) in throw VerbError(.failed, "")
    }
    return door.server(version: "1")
  }

  private static func shown(_ profile: ToolProfile) -> [ToolDefinition] {
    server(ModelBudget(profile: profile)).tools
  }

  @Test(arguments: ["AGENTS.md", "context.md", "profile.md"])
  func `the instructions name the files to begin with`(file: String) {
    #expect(Self.server().instructions?.contains(file) == true)
  }

  @Test func `the instructions tell how long a result is`() {
    #expect(Self.server().instructions?.contains("25,000 if left out") == true)
    #expect(Self.server(ModelBudget(longest: 1_200_000)).instructions?.contains("1,200,000 if left out") == true)
  }

  @Test func `the usual tools take a model at most 10,000 bytes`() {
    let bytes = Self.shown(.usual).map { tool in
      JSONValue.object([
        JSONMember(name: "name", value: .string(tool.name)),
        JSONMember(name: "description", value: .string(tool.description)),
        JSONMember(name: "inputSchema", value: tool.input),
      ]).line.count
    }
    #expect(bytes.reduce(0, +) <= 10_000)
  }

  @Test(arguments: ToolProfile.allCases)
  func `each profile has the reference server's tools with their arguments`(profile: ToolProfile) throws {
    let tools = Self.shown(profile)
    for (name, arguments) in Self.reference {
      let input = try #require(tools.first { $0.name == name }?.input, "\(name)")
      let known = Set((input["properties"]?.members ?? []).map(\.name))
      let asked = arguments.split(separator: " ").map { $0.filter { $0 != "!" } }
      #expect(known.isSuperset(of: asked), "\(name): \(known)")
      let needed = (input["required"]?.elements ?? []).compactMap(\.text)
      let given = arguments.split(separator: " ").filter { $0.hasSuffix("!") }.map { String($0.dropLast()) }
      #expect(Set(needed).isSubset(of: given), "\(name)")
    }
  }

  @Test func `every tool is shown, or named by more_tools`() throws {
    let usual = Self.shown(.usual)
    let more = try #require(usual.last)
    #expect(more.name == "more_tools")
    for tool in Self.shown(.full) where !usual.contains(where: { $0.name == tool.name }) {
      #expect(more.description.contains(tool.name))
    }
  }

  @Test func `a tool behind more_tools is explained there, and done and recorded as itself`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let listed = await folder.call("more_tools", [:])
      #expect(listed.text?.contains("\ncopy_file(") == true || listed.text?.hasPrefix("copy_file(") == true)
      let copy: JSONValue = ["tool": "copy_file", "arguments": ["source": "a.md", "destination": "b.md"]]
      #expect(await folder.call("more_tools", copy).isError == false)
      #expect(folder.text("b.md") == "one\n")
      #expect(try await folder.lastChange("b.md")?.tool == "copy_file")
      let unknown = await folder.call("more_tools", ["tool": "copy_files", "arguments": [:]])
      #expect(unknown.isError && unknown.text?.contains("more_tools") == true)
      let wrong = await folder.call("more_tools", ["tool": "copy_file", "arguments": ["from": "a.md"]])
      #expect(wrong.isError && wrong.text?.contains("\"source\"") == true)
    }
  }
}
