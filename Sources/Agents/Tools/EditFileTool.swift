internal import GitObjects
internal import MCP
internal import WorkspaceAPI

/// `edit_file`: replaces texts in a file; the rest stays as it is now.
struct EditFileTool: AgentTool {
  /// The greatest number of tries on a text that others change at the same place meanwhile.
  private static let tries = 20

  var definition: ToolDefinition {
    ToolDefinition(
      name: "edit_file", title: "Edit File",
      description: """
        Changes places in a file, all or none, and returns the diff. Each edit puts newText in place of oldText, which must \
        be there exactly once; or of the section under a Markdown heading; or as the value of a front matter key (lists as \
        [a, b] or lines of - a). A section or list you replace you must have read. Needs \
        no token: edits apply to the file as it is now. dryRun only shows the diff.
        """,
      input: Schema.object(
        [
          ("path", Schema.text),
          (
            "edits",
            Schema.list(
              of: Schema.object(
                [
                  ("oldText", Schema.text), ("heading", Schema.text), ("key", Schema.text), ("newText", Schema.text),
                ], required: ["newText"]))
          ), ("dryRun", Schema.flag), ("token", Schema.anyToken), ("session", Schema.session),
        ], required: ["path", "edits"]),
      output: Schema.versioned, hints: .changes(destructive: true, idempotent: false))
  }

  func carriesCall(_ arguments: ToolArguments) -> Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    let token = try arguments.token()
    let isDryRun = try arguments.read { arguments throws(ArgumentFault) in try arguments.flag("dryRun") }
    var edits: [DocumentEdit] = []
    for edit in try arguments.read({ arguments throws(ArgumentFault) in try arguments.objects("edits") }) {
      edits.append(try DocumentEdit(edit))
    }
    guard !edits.isEmpty else { throw ToolFailure("Invalid arguments: \"edits\" names no edit.") }
    let single: TextEdit? = if edits.count == 1, case .text(let edit) = edits[0] { edit } else { nil }
    var tries = 0
    while true {
      tries += 1
      let file = try await current(path, surroundings)
      let old = Array(try file.text().utf8)
      if let token, token != file.token, let single, !isDryRun {
        return try await make(single.fitted(to: old), onVersion: token, of: path, now: old, surroundings)
      }
      let new: [UInt8]
      do throws(ToolFailure) { new = try DocumentEdit.apply(edits, to: old) } catch {
        throw ToolFailure(error.text, token: file.token.hex)
      }
      let shown = UnifiedDiff.fenced(from: old, to: new, path: surroundings.paths.absolute(path))
      guard !isDryRun, old != new else { return .text(shown, token: file.token) }
      // A single replacement is made by the daemon on the then present text; other edits are made on the version that
      // they were applied to.
      var request =
        single.map { WriteRequest(path: path, action: $0.fitted(to: old).action, caller: surroundings.caller) }
        ?? WriteRequest(path: path, action: .put(new), token: file.token, caller: surroundings.caller)
      request.isEdited = true
      let unquoted = try DocumentEdit.unquoted(by: edits, in: old)
      if !unquoted.isEmpty { request.unquoted = unquoted }
      let words = KeptWords(shown)
      switch try await FileWriting.write(request, answer: words, surroundings) {
      case .success(let receipt): return words.result(receipt)
      case .failure(let error):
        // Somebody changed the same place first: the edits are applied to the present text again.
        guard error.code == .stale, tries < Self.tries, !Task.isCancelled else { throw ToolFailure(error) }
      }
    }
  }

  /// Creates an edit on the version that the agent had; others' changes since are merged into it.
  private func make(
    _ edit: TextEdit, onVersion token: ObjectID, of path: String, now old: [UInt8], _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> ToolResult {
    let receipt = try await FileWriting.write(edit.action, to: path, token: token, surroundings)
    let new = Array(try await current(path, surroundings).content.utf8)
    let shown = UnifiedDiff.fenced(from: old, to: new, path: surroundings.paths.absolute(path))
    return .text(shown, token: receipt.token, notes: FileWriting.notes(receipt))
  }

  /// Returns the present file; the agent is not shown it, so it does not count as read.
  private func current(_ path: String, _ surroundings: ToolSurroundings) async throws(ToolFailure) -> ServedText {
    try await ServedText.read(path, surroundings, isPreparation: true)
  }
}

extension TextEdit {
  /// The edit as a write action.
  fileprivate var action: WriteAction {
    .edit(old: String(decoding: old, as: UTF8.self), new: String(decoding: new, as: UTF8.self), everywhere: false)
  }
}
