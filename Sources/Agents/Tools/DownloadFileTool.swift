internal import MCP
internal import Values
internal import WorkspaceAPI

/// `download_file`: downloads the content of large files to this machine.
struct DownloadFileTool: AgentTool {
  /// The time between two requests for the state of the downloads.
  ///
  /// Only a placed content sends an event. Received bytes send none, nor does a download that fails, waits or is
  /// cancelled.
  private static let step = Duration.milliseconds(200)

  var definition: ToolDefinition {
    ToolDefinition(
      name: "download_file", title: "Download File",
      description: """
        Downloads the content of a large file, or of all in a folder; wait is in seconds. Reading a file downloads it \
        by itself.
        """,
      input: Schema.object(
        [("path", Schema.text), ("wait", Schema.count), ("session", Schema.session)], required: ["path"]),
      output: Schema.list(
        "files",
        [("path", Schema.text), ("state", Schema.text), ("size", ["type": "integer"]), ("problem", Schema.text)],
        needed: ["path", "state", "size"]), hints: .changes(destructive: false, idempotent: true))
  }

  var limit: ResultLimit { .own }

  /// False: a downloaded content may be evicted again.
  var isDoneOnce: Bool { false }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    var report = try await large(.download, path, surroundings)
    while report.files.contains(where: \.isUnfinished), surroundings.timeout.left > 0 {
      surroundings.progress?(Self.progress(report.files))
      try? await Task.sleep(for: Self.step)
      guard !Task.isCancelled else { break }
      report = try await large(.look, path, surroundings)
    }
    let rows = report.files.map { file in
      ListedRows.Row(text: "\(ModelText.path(file.path)): \(Self.words(file))", value: Self.value(file))
    }
    let notes = report.waits.map { ["[Stet: large transfers wait: \(ToolWords.sentence($0))]"] } ?? []
    return try ListedRows(name: "files", rows: rows, empty: "No large files").result(arguments, surroundings)
      .telling(notes)
  }

  private static func value(_ file: LargeFileState) -> JSONValue {
    var members = [
      JSONMember(name: "path", value: .string(file.path)), JSONMember(name: "state", value: .string(file.state)),
      JSONMember(name: "size", value: .number(String(file.size))),
    ]
    if let problem = file.problem { members.append(JSONMember(name: "problem", value: .string(problem))) }
    return .object(members)
  }

  private func large(
    _ action: LargeRequest.Action, _ path: String, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> LargeReport {
    do throws(VerbError) {
      return try await surroundings.verbs.call(LargeRequest(action, paths: [path], caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
  }

  private static func progress(_ files: [LargeFileState]) -> ToolProgress {
    let total = files.reduce(0) { $0 + $1.size }
    let done = files.reduce(0) { sum, file in
      sum + (file.state == "current" ? file.size : min(file.moved ?? 0, file.size))
    }
    return ToolProgress(done: done, total: total)
  }

  private static func words(_ file: LargeFileState) -> String {
    let state = "\(file.state), \(SizeText.text(Int64(file.size)))"
    if file.state == "current" { return "here (\(state))" }
    return state + (file.problem.map { ": \(ToolWords.sentence($0))" } ?? "; ask again")
  }
}
