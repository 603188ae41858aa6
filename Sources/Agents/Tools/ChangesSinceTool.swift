internal import MCP
internal import Values
internal import WorkspaceAPI

/// `changes_since`: shows others' changes.
struct ChangesSinceTool: AgentTool {
  private static let most = 1_000

  var definition: ToolDefinition {
    ToolDefinition(
      name: "changes_since", title: "Changes Since",
      description: """
        Lists the files that others changed since a version, or since your last call, and the version to continue from.
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
                  ("added", ["type": "integer"]), ("removed", ["type": "integer"]), ("deleted", Schema.flag),
                  ("protected", Schema.flag), ("asked", Schema.flag),
                ], required: ["path", "by"]),
            ]
          ),
        ], required: ["content", "changed", "more"]), hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let limit = try arguments.count("limit", most: Self.most) ?? 200
    let request = ChangesRequest(since: try arguments.given("since"), caller: surroundings.reader, limit: limit)
    let report: ChangesReport
    do throws(VerbError) { report = try await surroundings.verbs.call(request) } catch { throw ToolFailure(error) }
    var list = ListedRows(name: "changed", rows: CallNews.rows(report), empty: "Nothing was changed by others")
    let rest = CallNews.rest(report)
    if !rest.isEmpty { list.more = (rest.joined(separator: "\n"), nil) }
    var result = try list.result(arguments, surroundings)
    guard case .object(var members)? = result.structured else { return result }
    members.append(JSONMember(name: "more", value: .number(String(report.more))))
    if let tip = report.tip {
      members.append(JSONMember(name: "version", value: .string(tip.hex)))
      result.content.append(.text("[Stet: version \(tip.hex); pass it as since the next time]"))
    }
    result.structured = .object(members)
    return result
  }
}
