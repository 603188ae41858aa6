internal import GitObjects
internal import MCP
internal import Values
internal import WorkspaceAPI

/// `claim_path`: claims a file or folder that the agent works on.
struct ClaimPathTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "claim_path", title: "Claim Path",
      description: """
        Reserves a file or folder for you: until it ends by itself after expires seconds (60) other agents' writes are \
        refused and their claims wait; the person's saves are not. Only needed to read, think and write a whole file \
        back. Gives a number for release_path.
        """,
      input: Schema.object(
        [
          ("path", Schema.text),
          (
            "intent",
            ["type": "string", "enum": .array(ClaimIntent.allCases.map { .string($0.rawValue) }), "default": "writing"]
          ), ("wait", Schema.count), ("expires", Schema.count), ("session", Schema.session),
        ], required: ["path"]),
      output: Schema.object(
        [
          ("content", Schema.text), ("claim", ["type": "integer", "description": "The claim's number."]),
          ("until", Schema.text("When it ends.")),
        ], required: ["content"]), hints: .changes(destructive: false, idempotent: false))
  }

  /// False: a claim expires by itself, and a repeated call makes another one.
  var isDoneOnce: Bool { false }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let name = try surroundings.paths.document(try arguments.required("path"))
    let word = try arguments.read { arguments throws(ArgumentFault) in try arguments.text(ifGiven: "intent") }
    guard let intent = ClaimIntent(rawValue: word ?? "writing") else {
      throw ToolFailure(
        "Invalid arguments: \"intent\" must be one of \(ClaimIntent.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let wait = try arguments.read { arguments throws(ArgumentFault) in try arguments.integer(ifGiven: "wait") }
    let expires = try arguments.read { arguments throws(ArgumentFault) in try arguments.integer(ifGiven: "expires") }
    let path: WorkspacePath
    do throws(WorkspacePathError) { path = try WorkspacePath(name) } catch { throw ToolFailure(error.description) }
    let receipt: ClaimReceipt
    do throws(VerbError) {
      receipt = try await surroundings.verbs.call(
        ClaimOrder(
          items: [ClaimItem(path, intent)], wait: wait.map(Double.init), expires: expires.map(Double.init),
          caller: surroundings.caller))
    } catch { throw ToolFailure(error) }
    let claimed = receipt.items.first?.path.string ?? name
    var text = "Claimed \(ModelText.argument(claimed)) for \(intent.rawValue) until \(receipt.until); "
    text += "claim \(receipt.number)."
    if claimed != name { text += " It was moved there from \(ModelText.argument(name))." }
    for program in receipt.unready {
      let reason = ModelText.sentence(program.reason ?? "did not answer")
      text += " \(ModelText.author(program.name)) has it open and \(reason): it may hold unsaved changes."
    }
    return ToolResult(
      content: [.text(text)],
      structured: .object([
        JSONMember(name: "content", value: .string(text)),
        JSONMember(name: "claim", value: .number(String(receipt.number))),
        JSONMember(name: "until", value: .string(receipt.until)),
      ]))
  }
}
