package import Values

/// One request to a model.
package struct ModelRequest: Hashable, Sendable {
  /// The class of model; the settings name the model.
  package var tier: ModelTier
  /// The instructions before the conversation; empty for none.
  package var system: String
  /// The conversation, which begins with a message of the user.
  package var messages: [ModelMessage]
  /// The tools that the model may call.
  package var tools: [ToolDefinition]
  /// The largest number of tokens of the answer.
  package var maxTokens: Int
  /// The session that a headless agent goes on with; nil for a new one, and for other providers.
  package var thread: AgentThread?

  package init(
    tier: ModelTier = .balanced, system: String = "", messages: [ModelMessage], tools: [ToolDefinition] = [],
    maxTokens: Int = 4_000, thread: AgentThread? = nil
  ) {
    self.tier = tier
    self.system = system
    self.messages = messages
    self.tools = tools
    self.maxTokens = maxTokens
    self.thread = thread
  }
}

/// The own session of a headless agent, which it keeps itself.
package struct AgentThread: Hashable, Sendable {
  /// The id by which the agent resumes it.
  package var id: String
  /// The number of the conversation's first messages that the agent has.
  package var known: Int

  package init(id: String, known: Int) {
    self.id = id
    self.known = known
  }
}

/// A class of models by cost and ability.
package enum ModelTier: String, Hashable, Sendable, CaseIterable, Codable {
  /// Cheap and quick, the usual choice, and expensive.
  case fast, balanced, powerful
}

/// A message of a conversation.
package struct ModelMessage: Hashable, Sendable {
  /// The author of a message.
  package enum Role: String, Hashable, Sendable {
    /// The person or the program, with the results of tools; the model.
    case user, assistant
  }

  /// The author.
  package var role: Role
  /// The content, in order.
  package var blocks: [ContentBlock]

  package init(_ role: Role, _ blocks: [ContentBlock]) {
    self.role = role
    self.blocks = blocks
  }

  /// Creates a message that is a text.
  package init(_ role: Role, _ text: String) { self.init(role, [.text(text)]) }
}

/// A part of a message.
package enum ContentBlock: Hashable, Sendable {
  case text(String)
  /// The model's reasoning, with the provider's signature; only a signed one is sent back.
  case reasoning(String, signature: String)
  /// Reasoning that only the provider can read.
  case hiddenReasoning(String)
  /// A call of a tool by the model.
  case toolCall(ToolCall)
  /// The result of a call.
  case toolResult(ToolResult)
}

/// A tool that a model may call.
package struct ToolDefinition: Hashable, Sendable {
  package var name: String
  /// The description for the model.
  package var description: String
  /// The JSON schema of the arguments.
  package var schema: JSONValue

  package init(name: String, description: String, schema: JSONValue) {
    self.name = name
    self.description = description
    self.schema = schema
  }
}

/// A model's call of a tool.
package struct ToolCall: Hashable, Sendable {
  /// The provider's id, which the result repeats.
  package var id: String
  /// The name of the tool.
  package var name: String
  /// The arguments as the model wrote them: JSON, which may be invalid.
  package var input: String

  package init(id: String, name: String, input: String) {
    self.id = id
    self.name = name
    self.input = input
  }

  /// The arguments; an empty object for an empty input, and nil if they are not a JSON object.
  package var arguments: JSONValue? {
    if input.utf8.allSatisfy({ $0 <= 32 }) { return .object([]) }
    guard let value = JSONValue(line: Array(input.utf8)), value.members != nil else { return nil }
    return value
  }
}

/// The result of a tool's call.
package struct ToolResult: Hashable, Sendable {
  /// The id of the call.
  package var id: String
  /// The result for the model.
  package var text: String
  /// Whether the call failed.
  package var isError: Bool

  package init(id: String, text: String, isError: Bool = false) {
    self.id = id
    self.text = text
    self.isError = isError
  }
}
