internal import MCP
internal import Values
internal import WorkspaceAPI

/// `read_multiple_files`: reads the texts of several files; an error of one does not stop the others.
struct ReadMultipleFilesTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "read_multiple_files", title: "Read Multiple Files",
      description: """
        Reads several text files, each under its path, with their version tokens: budget characters in all. A file that cannot be read is named with the reason.
        """,
      input: Schema.object(
        [("paths", Schema.texts), ("budget", Schema.count), ("session", Schema.session)], required: ["paths"]),
      output: Schema.object(
        [
          ("content", Schema.text), ("tokens", ["type": "object", "additionalProperties": ["type": "string"]]),
          ("provenance", ["type": "object", "additionalProperties": ["type": "object"]]),
        ],
        required: ["content"]), hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let names = try arguments.read { arguments throws(ArgumentFault) in try arguments.texts("paths") }
    guard !names.isEmpty else { throw ToolFailure("Invalid arguments: \"paths\" names no file.") }
    var texts: [String] = []
    var tokens: [JSONMember] = []
    var origins: [JSONMember] = []
    var (versions, notes): ([String], [String]) = ([], [])
    var left = surroundings.budget.longest
    for (index, name) in names.enumerated() {
      guard !Task.isCancelled else { throw ToolFailure("The call was cancelled.") }
      do throws(ToolFailure) {
        guard left > 0 else { throw ToolFailure("the budget is used up; read it with read_text_file") }
        let file = try await ServedText.read(
          try surroundings.paths.document(name), surroundings.part(index, of: names.count), longest: left)
        let text = try file.text()
        left -= text.unicodeScalars.count
        texts.append("\(name):\n\(text)\n")
        if !tokens.contains(where: { $0.isNamed(name) }) {
          tokens.append(JSONMember(name: name, value: .string(file.token.hex)))
          var words = "\(ModelText.path(name)) has version token \(file.token.hex)"
          if let provenance = file.provenance {
            words += ", " + ProvenanceNote.words(provenance)
            origins.append(JSONMember(name: name, value: ProvenanceNote.value(provenance)))
          }
          versions.append("[Stet: \(words)]")
          if let excerpt = file.excerpt.flatMap(ExcerptNote.words) {
            notes.append("[Stet: of \(ModelText.path(name)) \(excerpt) to read_text_file]")
          }
          if let rest = file.excerpt.flatMap(ExcerptNote.within) { notes.append("[Stet: \(rest)]") }
        }
      } catch {
        // The person is asked about one file before any text is returned.
        if error.question != nil, surroundings.mayAsk { throw error }
        texts.append("\(name): Error - \(error.text)")
      }
      surroundings.part(index, of: names.count).progress?(ToolProgress(done: 1, total: 1))
    }
    let text = texts.joined(separator: "\n---\n")
    return ToolResult(
      content: [.text(text)] + (versions.isEmpty ? [] : [.text(versions.joined(separator: "\n"))]),
      structured: ["content": .string(text), "tokens": .object(tokens), "provenance": .object(origins)]
    ).telling(notes)
  }
}
