package import MCP

/// A tool that an agent can call.
package protocol AgentTool: Sendable {
  /// The tool's entry in the list.
  var definition: ToolDefinition { get }
  /// Carries out one call.
  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult
  /// Whether the tool replaces the version of its token: if others changed the same place since, a person may then be
  /// asked whether to replace it nevertheless.
  var replacesVersion: Bool { get }
  /// Returns the tool's new text for the question to the person; nil if the tool deletes a file.
  func proposal(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async -> [UInt8]?
  /// The verb for the tool's change of a file in a question: `write`.
  var act: String { get }
  /// Whether a repeated call gets the first answer (review C10); false if the result expires by itself.
  var isDoneOnce: Bool { get }
  /// Returns whether the requests of a call with these arguments carry its beginning and end.
  func carriesCall(_ arguments: ToolArguments) -> Bool
  /// The method by which the tool's results are limited.
  var limit: ResultLimit { get }
  /// Returns the paths of a call, from the root.
  func paths(of arguments: ToolArguments, in paths: AgentPaths) -> [String]
}

extension AgentTool {
  /// False: most tools change a part, or nothing.
  package var replacesVersion: Bool { false }

  /// Returns nil; tools that write a text return it.
  package func proposal(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async -> [UInt8]? { nil }

  /// Most tools that raise a question write.
  package var act: String { "write" }

  /// True: a change is made once.
  package var isDoneOnce: Bool { true }

  /// Most results are short.
  package var limit: ResultLimit { .cut }

  /// Returns false: for a tool of several steps the server reports beginning and end.
  package func carriesCall(_ arguments: ToolArguments) -> Bool { false }

  /// Returns the paths in the arguments that tools use for paths; values that are no paths are left out.
  package func paths(of arguments: ToolArguments, in paths: AgentPaths) -> [String] {
    let parts = [arguments] + ((try? arguments.objects("moves")) ?? [])
    let single = parts.flatMap { part in
      ["path", "source", "destination"].compactMap { try? part.text(ifGiven: $0) }
    }
    return (single + ((try? arguments.texts("paths")) ?? [])).compactMap { (try? paths.path($0)) ?? nil }
  }
}

/// The method by which a tool's results are limited.
package enum ResultLimit: Sendable {
  /// The server cuts long texts.
  case cut
  /// The text is a list of lines, and a call may request the lines from `first_line` on.
  case paged
  /// The tool itself keeps to the limit.
  case own
}
