internal import FoundationEssentials
internal import MCP

/// `read_media_file`: reads an image, an audio file, or any other file unchanged.
struct ReadMediaFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "read_media_file", title: "Read Media File",
      description: "Reads an image or audio file as such, any other file as base64.",
      input: Schema.object([("path", Schema.text), ("session", Schema.session)], required: ["path"]),
      output: Schema.object(
        [
          ("content", ["type": "array", "items": ["type": "object"]]),
          ("token", Schema.text("The file's version token.")), ("provenance", ProvenanceNote.schema),
        ], required: ["content"]), hints: .readOnly)
  }

  /// The greatest length of an image or audio file in base64, unless a call says otherwise: clients refuse more.
  private static let longestMedia = 5_000_000

  func carriesCall(_ arguments: ToolArguments) -> Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    let type = MediaType.of(path)
    // A model sees an image or hears a sound; of other files it reads the letters.
    let isMedia = type.hasPrefix("image/") || type.hasPrefix("audio/")
    let longest = isMedia && !arguments.has("budget") ? Self.longestMedia : surroundings.budget.longest
    let file = try await ServedText.read(path, surroundings, longest: longest / 4 * 3, form: .bytes, isWholeCall: true)
    try Self.check(file.size, path, longest)
    let data = file.isText ? Data(file.bytes).base64EncodedString() : file.content
    let block: ContentBlock =
      if type.hasPrefix("image/") {
        .image(data: data, type: type)
      } else if type.hasPrefix("audio/") {
        .audio(data: data, type: type)
      } else {
        .blob(data: data, type: type, address: FileAddress.text(surroundings.paths.absolute(path)))
      }
    var result = ToolResult(
      content: [block],
      structured: ["content": [block.value(in: surroundings.version)], "token": .string(file.token.hex)]
    ).telling(file.notes).noting(file.provenance)
    if let origin = file.provenance { result.content.append(.text(ProvenanceNote.text(origin))) }
    result.content.append(.text(VersionNote.text(file.token.hex)))
    return result
  }

  private static func check(_ size: Int, _ path: String, _ longest: Int) throws(ToolFailure) {
    let length = (size + 2) / 3 * 4
    guard length > longest else { return }
    throw ToolFailure(
      "\(ModelText.path(path)) has \(SizeText.text(Int64(size))): in base64 \(length) characters, and a result has at "
        + "most \(longest). Pass a larger budget (at most \(ModelBudget.lengths.upperBound)), or read_text_file if it is "
        + "text.")
  }
}
