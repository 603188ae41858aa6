internal import Values

extension ServerSession {
  /// Executes a request about prompts; nil if the method is another one, or the server has no prompts.
  mutating func prompts(
    _ id: RequestID, _ method: String, _ params: JSONValue?, _ context: RequestContext
  ) throws(ProtocolError) -> [ServerEffect]? {
    guard server.servesPrompts else { return nil }
    switch method {
    case "prompts/list":
      // The list has one page, so that no cursor was ever returned.
      guard params?["cursor"] == nil else { throw .invalidParams("This cursor was not returned by prompts/list.") }
      let isFirst = subscriptions.isEmpty && !context.version.isStateless
      if !context.version.isStateless { subscriptions.usesPrompts = true }
      return [begin(id, .prompts, context)] + (isFirst ? [.watch] : [])
    case "prompts/get":
      guard let name = params?["name"]?.text else { throw .invalidParams("prompts/get names its prompt in \"name\".") }
      var values: [String: String] = [:]
      if let arguments = params?["arguments"] {
        guard let members = arguments.members else { throw .invalidParams("\"arguments\" is a JSON object.") }
        for member in members {
          guard let text = member.value.text else { throw .invalidParams("The argument \(member.name) is a text.") }
          values[member.name] = text
        }
      }
      return [begin(id, .prompt(name: name, values: values), context)]
    default: return nil
    }
  }
}
