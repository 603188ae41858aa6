internal import Coordination
internal import GitObjects
internal import MCP
internal import WorkspaceEngine

/// `claim_path`: says that the agent works on a file or folder.
struct ClaimPathTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "claim_path", title: "Claim Path",
      description: """
        Says that you work on a file or folder for a while. Others' claims of it wait, and writes of other agents and \
        scripts are refused for that time; the person's own saves are not. Programs that have the file open are asked \
        to save first. You need no claim to write: use it where you read, think, and write back a whole file. Gives a \
        number; pass it to release_path as soon as you are done. The claim ends by itself after 'expires' seconds.
        """,
      input: Schema.object(
        [
          ("path", Schema.text),
          (
            "intent",
            [
              "type": "string",
              "enum": .array(ClaimIntent.allCases.map { .string($0.rawValue) }), "default": "writing",
              "description": "What for. Deleting, moving and replacing a folder claim all that is in it.",
            ]
          ),
          ("wait", Schema.count("How many seconds to wait for others; 5 if left out.")),
          ("expires", Schema.count("After how many seconds it ends by itself; 60 if left out, at most 3600.")),
          ("session", Schema.session), ("model", Schema.model),
        ], required: ["path"]),
      output: Schema.object(
        [
          ("content", Schema.text), ("claim", ["type": "integer", "description": "The claim's number."]),
          ("until", Schema.text("When it ends.")),
        ], required: ["content"]), hints: .changes(destructive: false, idempotent: false))
  }

  /// A claim ends by itself; asked for again, it is another one.
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
      receipt = try await surroundings.verbs.claim(
        ClaimOrder(
          items: [ClaimItem(path, intent)], wait: wait.map(Double.init), expires: expires.map(Double.init),
          caller: surroundings.caller))
    } catch { throw ToolFailure(error) }
    let standing = receipt.items.first?.path.string ?? name
    var text = "Claimed \(standing) for \(intent.rawValue) until \(receipt.until); claim \(receipt.number)."
    if standing != name { text += " It was moved there from \(name)." }
    for program in receipt.unready {
      text += " \(program.name) has it open and \(program.reason ?? "did not answer"): it may hold unsaved changes."
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
