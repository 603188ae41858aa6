package import Models
internal import Values

/// The tools that a session carries out by itself.
package enum OwnTool: String, Hashable, Sendable, CaseIterable {
  /// Asks the person; ends the session.
  case askUser = "ask_user"
  case completeTask = "complete_task"

  /// The meaning of a call.
  enum Meaning: Hashable, Sendable {
    /// The person is asked; the choices may be empty.
    case question(String, choices: [String])
    /// The session ends with this status and summary.
    case completion(status: String, summary: String)
    /// The arguments are wrong.
    case fault(String)
  }

  /// The statuses with which a session ends.
  static let statuses = ["success", "partial", "blocked"]

  /// The entries of the tools for the model.
  package static var definitions: [ToolDefinition] { allCases.map(\.definition) }

  private var definition: ToolDefinition {
    switch self {
    case .askUser:
      ToolDefinition(
        name: rawValue,
        description: "Asks the person a question and waits for the answer. Ask only what the files do not say.",
        schema: Self.schema(
          [("question", ["type": "string"]), ("choices", ["type": "array", "items": ["type": "string"]])],
          required: ["question"]))
    case .completeTask:
      ToolDefinition(
        name: rawValue, description: "Ends the session, as its last call, with a summary for the person.",
        schema: Self.schema(
          [
            ("status", ["type": "string", "enum": .array(Self.statuses.map { .string($0) })]),
            ("summary", ["type": "string"]),
          ], required: ["status", "summary"]))
    }
  }

  private static func schema(_ properties: [(String, JSONValue)], required: [String]) -> JSONValue {
    [
      "type": "object", "properties": .object(properties.map { JSONMember(name: $0.0, value: $0.1) }),
      "required": .array(required.map { .string($0) }),
    ]
  }

  /// Returns the meaning of a call with these arguments.
  func meaning(_ arguments: JSONValue) -> Meaning {
    switch self {
    case .askUser:
      guard let question = arguments["question"]?.text, !question.isEmpty else {
        return .fault("Invalid arguments: \"question\" is missing.")
      }
      return .question(question, choices: arguments["choices"]?.elements?.compactMap(\.text) ?? [])
    case .completeTask:
      let status = arguments["status"]?.text ?? "success"
      guard Self.statuses.contains(status) else {
        return .fault("Invalid arguments: \"status\" is one of \(Self.statuses.joined(separator: ", ")).")
      }
      return .completion(status: status, summary: arguments["summary"]?.text ?? "")
    }
  }
}
