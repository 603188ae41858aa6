internal import GitObjects
internal import MCP
internal import WorkspaceAPI

/// `changes_since`: what others changed.
struct ChangesSinceTool: AgentTool {
  private static let most = 1_000

  var definition: ToolDefinition {
    ToolDefinition(
      name: "changes_since", title: "Changes Since",
      description: """
        Lists the files that others changed since a version, or since your last call, and the version to go on from.
        """,
      input: Schema.object([
        ("since", Schema.text), ("limit", Schema.count), ("session", Schema.session),
        (ResultPage.argument, Schema.count),
      ]),
      output: Schema.object(
        [
          ("content", Schema.text), ("version", Schema.text), ("more", ["type": "integer"]),
          (
            "changed",
            [
              "type": "array",
              "items": Schema.object(
                [
                  ("path", Schema.text), ("by", ["type": "array", "items": Schema.text]),
                  ("added", ["type": "integer"]), ("removed", ["type": "integer"]), ("token", Schema.text),
                ], required: ["path", "by"]),
            ]
          ),
        ], required: ["content", "changed", "more"]), hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let limit = try arguments.count("limit", most: Self.most) ?? 200
    let request = ChangesRequest(since: try arguments.given("since"), caller: surroundings.reader, limit: limit)
    let report: ChangesReport
    do throws(VerbError) { report = try await surroundings.verbs.changes(request) } catch { throw ToolFailure(error) }
    let text = CallNews.text(report) ?? "Nothing was changed by others"
    var members = [
      JSONMember(name: "content", value: .string(text)), JSONMember(name: "changed", value: CallNews.values(report)),
      JSONMember(name: "more", value: .number(String(report.more))),
    ]
    if let tip = report.tip { members.append(JSONMember(name: "version", value: .string(tip.hex))) }
    var content: [ContentBlock] = [.text(text)]
    if let tip = report.tip { content.append(.text("[Stet: version \(tip.hex); pass it as since the next time]")) }
    return ToolResult(content: content, structured: .object(members))
  }
}
