internal import MCP
internal import WorkspaceAPI

/// `diff_versions`: shows the changes between two versions of a file.
struct DiffVersionsTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "diff_versions", title: "Diff Versions",
      description: """
        Shows what changed in a file between two versions: ids from file_history, or tokens. Without to: up to now; \
        without from: the change before that.
        """,
      input: Schema.object(
        [
          ("path", Schema.text), ("from", Schema.text), ("to", Schema.text), ("session", Schema.session),
          (ResultPage.argument, Schema.count),
        ],
        required: ["path"]), output: Schema.versioned, hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    let to = try arguments.given("to")
    let (old, new): (ServedText?, ServedText)
    new = try await ServedText.read(path, surroundings, isShown: false, revision: to)
    if let from = try arguments.given("from") {
      old = try await ServedText.read(path, surroundings, isShown: false, revision: from)
    } else {
      old = try await before(new, path, surroundings)
    }
    let text = UnifiedDiff.fenced(
      from: try old.map { text throws(ToolFailure) in Array(try text.text().utf8) } ?? [],
      to: Array(try new.text().utf8), path: surroundings.paths.absolute(path))
    return .text(text, token: new.token)
  }

  /// Returns the version before another one; nil if that is the first.
  private func before(
    _ new: ServedText, _ path: String, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> ServedText? {
    let entries: [LogEntry]
    do throws(VerbError) {
      entries = try await surroundings.verbs.call(LogRequest(path: path, limit: 50, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
    var isPast = false
    for entry in entries {
      let version: ServedText
      do throws(ToolFailure) {
        version = try await ServedText.read(path, surroundings, isShown: false, revision: entry.commit.hex)
      } catch {
        // A version whose content is only not on this machine is not skipped.
        if error.isUnavailable { throw error }
        continue
      }
      if version.token == new.token { isPast = true } else if isPast { return version }
    }
    return nil
  }
}
