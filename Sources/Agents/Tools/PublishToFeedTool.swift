internal import MCP
internal import WorkspaceAPI

/// `publish_to_feed`: adds a record to the feed.
struct PublishToFeedTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "publish_to_feed", title: "Publish to Feed",
      description: """
        Adds a record to the person's feed (\(FeedRecord.firstFile)): a headline of one line and a text in Markdown; \
        name files as [words](path) in it, or as links. call names the publication: repeated with it, in the same \
        session, it is one record.
        """,
      input: Schema.object(
        [
          ("headline", Schema.text), ("content", Schema.text), ("bookId", Schema.text), ("links", Schema.texts),
          ("call", Schema.text), ("session", Schema.session),
        ], required: ["headline", "content"]),
      output: Schema.object(
        [("content", Schema.text), ("id", Schema.text("The record's id.")), ("isNew", Schema.flag)],
        required: ["content", "id", "isNew"]),
      hints: .changes(destructive: false, idempotent: true))
  }

  func paths(of arguments: ToolArguments, in paths: AgentPaths) -> [String] { [FeedRecord.firstFile] }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let names = try arguments.read { arguments throws(ArgumentFault) in try arguments.texts("links") }
    var links: [String] = []
    for name in names { links.append(try surroundings.paths.document(name)) }
    let request = PublishRequest(
      headline: try arguments.required("headline"), content: try arguments.required("content"),
      bookId: try arguments.given("bookId"), links: links, call: try arguments.given("call"),
      caller: surroundings.caller)
    let receipt: PublishReceipt
    do throws(VerbError) { receipt = try await surroundings.verbs.call(request) } catch { throw ToolFailure(error) }
    let id = receipt.record.id
    var text =
      receipt.isNew
      ? "Published to feed as record \(id)"
      : "The feed has this record already, as \(id) since \(receipt.record.time); nothing was added"
    if let held = receipt.held { text += "\n[Stet: recorded on this machine only: \(ToolWords.sentence(held))]" }
    return ToolResult(
      content: [.text(text)],
      structured: [
        "content": .string(text), "id": .string(receipt.record.id), "isNew": .bool(receipt.isNew),
      ])
  }
}
