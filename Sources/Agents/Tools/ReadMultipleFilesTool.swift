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

  /// The room around the text of a file: a header, a version line and a note, without the names.
  private static let frame = 350
  /// The least room for a further file: less would show no useful part of it.
  private static let least = 200

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let names = try arguments.read { arguments throws(ArgumentFault) in try arguments.texts("paths") }
    guard !names.isEmpty else { throw ToolFailure("Invalid arguments: \"paths\" names no file.") }
    var texts: [String] = []
    var tokens: [JSONMember] = []
    var origins: [JSONMember] = []
    var (versions, notes): ([String], [String]) = ([], [])
    var room = ResultRoom(surroundings.budget.longest)
    for (index, name) in names.enumerated() {
      let header = ModelText.argument(name)
      // The first file is always read, so that a call with the rest of the paths makes progress.
      let part = max(
        room.left - Self.frame - 3 * ResultRoom.letters(header), index == 0 ? (room.left + 1) / 2 : 0)
      guard index == 0 || part >= Self.least else {
        let rest = names.count - index
        notes.append(
          "[Stet: \(rest) more \(rest == 1 ? "file" : "files"): call again with the rest, "
            + "from \(ModelText.path(name)) on]")
        break
      }
      let known = (texts.count, versions.count, notes.count)
      guard !Task.isCancelled else { throw ToolFailure("The call was cancelled.") }
      do throws(ToolFailure) {
        let file = try await ServedText.read(
          try surroundings.paths.document(name), surroundings.part(index, of: names.count), longest: part,
          form: .text)
        let text = try file.text()
        texts.append("\(header):\n\(text)\n")
        if !tokens.contains(where: { $0.isNamed(name) }) {
          tokens.append(JSONMember(name: name, value: .string(file.token.hex)))
          var words = "\(ModelText.path(name)) has version token \(file.token.hex)"
          if let provenance = file.provenance {
            words += ", " + ProvenanceNote.words(provenance)
            origins.append(JSONMember(name: name, value: ProvenanceNote.value(provenance)))
          }
          versions.append("[Stet: \(words)]")
          if let excerpt = file.excerpt.flatMap({ ExcerptNote.words($0, tool: "read_text_file") }) {
            notes.append("[Stet: of \(ModelText.path(name)) \(excerpt)]")
          }
          if let rest = file.excerpt.flatMap(ExcerptNote.within) { notes.append("[Stet: \(rest)]") }
        }
      } catch {
        // The person is asked about one file before any text is returned.
        if error.question != nil, surroundings.mayAsk { throw error }
        texts.append(LineExcerpt.take(nil, of: "\(header): Error - \(error.text)", longest: room.left).text)
      }
      let added = texts[known.0...] + versions[known.1...] + notes[known.2...]
      // Five characters separate two texts.
      room.take(added, separator: 5)
      surroundings.part(index, of: names.count).progress?(ToolProgress(done: 1, total: 1))
    }
    let text = texts.joined(separator: "\n---\n")
    return ToolResult(
      content: [.text(text)] + (versions.isEmpty ? [] : [.text(versions.joined(separator: "\n"))]),
      structured: ["content": .string(text), "tokens": .object(tokens), "provenance": .object(origins)]
    ).telling(notes)
  }
}
