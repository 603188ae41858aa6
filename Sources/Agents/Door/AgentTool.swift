package import MCP

/// One thing an agent can ask for.
package protocol AgentTool: Sendable {
  /// How it is listed.
  var definition: ToolDefinition { get }
  /// Carries out one call.
  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult
  /// Whether it puts something in the place of what its token names: then a person may be asked whether to do that all
  /// the same, where others changed the same place since.
  var replacesVersion: Bool { get }
  /// Returns the text that it would put in that place, for the question to the person; nil where it deletes a file.
  func proposal(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async -> [UInt8]?
  /// The verb for its change of a file, in the words of a question: `write`.
  var act: String { get }
  /// Whether the same call made again gets the first answer (review C10); not where what it gave passes by itself.
  var isDoneOnce: Bool { get }
  /// Whether the requests of a call with these arguments carry its beginning and end.
  func carriesCall(_ arguments: ToolArguments) -> Bool
  /// The way in which its results are limited.
  var limit: ResultLimit { get }
  /// The paths, from the root, that a call is about.
  func paths(of arguments: ToolArguments, in paths: AgentPaths) -> [String]
}

extension AgentTool {
  /// Most tools change a part, or nothing.
  package var replacesVersion: Bool { false }

  /// Tools that put a text there say which.
  package func proposal(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async -> [UInt8]? { nil }

  /// Most tools that are asked about write.
  package var act: String { "write" }

  /// Of a change: it was made.
  package var isDoneOnce: Bool { true }

  /// Most results are short.
  package var limit: ResultLimit { .cut }

  /// A tool of several steps has the door say when it begins and ends.
  package func carriesCall(_ arguments: ToolArguments) -> Bool { false }

  /// What stands under the names that tools have for paths; what is no path is left out.
  package func paths(of arguments: ToolArguments, in paths: AgentPaths) -> [String] {
    let parts = [arguments] + ((try? arguments.objects("moves")) ?? [])
    let single = parts.flatMap { part in
      ["path", "source", "destination"].compactMap { try? part.text(ifGiven: $0) }
    }
    return (single + ((try? arguments.texts("paths")) ?? [])).compactMap { (try? paths.path($0)) ?? nil }
  }
}

/// The way in which the results of a tool are limited.
package enum ResultLimit: Sendable {
  /// The door cuts long texts.
  case cut
  /// The text is a list of lines, of which a call may ask for those from `first_line` on.
  case paged
  /// The tool keeps to the limit by itself.
  case own
}
