package import Values

/// A call of a tool, with the known facts about the client.
package struct ToolCall: Hashable, Sendable {
  /// The tool's name; the tool exists.
  package var tool: String
  package var arguments: ToolArguments
  /// The client in its own words.
  package var client: ClientInfo?
  /// The revision of the answer.
  package var version: ProtocolVersion
  /// Whether the client requests progress reports.
  package var wantsProgress: Bool
  /// Whether the client can ask its person.
  package var canAsk = false
  /// The person's answer, if the call was made before and asked.
  package var answer: ToolAnswer?
  /// The caller's own id of the call; nil if the call is identified by its arguments.
  package var identity: CallIdentity?

  /// Creates a call.
  package init(
    tool: String, arguments: ToolArguments, client: ClientInfo?, version: ProtocolVersion, wantsProgress: Bool
  ) {
    self.tool = tool
    self.arguments = arguments
    self.client = client
    self.version = version
    self.wantsProgress = wantsProgress
  }
}

/// The id by which a caller in this process distinguishes its calls, whatever their arguments.
package struct CallIdentity: Hashable, Sendable {
  /// The id, which no other call of the session has.
  package var id: String
  /// The time of the first try in seconds since 1970, for a call that may have been carried out before; nil for the
  /// first try.
  package var firstTried: Int64?

  /// Creates an id.
  package init(id: String, firstTried: Int64? = nil) {
    self.id = id
    self.firstTried = firstTried
  }
}

/// The arguments of a tool, read by name and type.
package struct ToolArguments: Hashable, Sendable {
  /// The members in their original order.
  package let members: [JSONMember]

  /// Creates arguments.
  package init(_ members: [JSONMember]) {
    self.members = members
  }

  /// Returns the arguments with another text under a name.
  package func setting(_ name: String, to text: String) -> ToolArguments {
    ToolArguments(members.filter { !$0.isNamed(name) } + [JSONMember(name: name, value: .string(text))])
  }

  /// Returns a required text.
  package func text(_ name: String) throws(ArgumentFault) -> String {
    guard let text = try text(ifGiven: name) else { throw .missing(name) }
    return text
  }

  /// Returns an optional text.
  package func text(ifGiven name: String) throws(ArgumentFault) -> String? {
    try value(name, "a text") { $0.text }
  }

  /// Returns an optional whole number.
  package func integer(ifGiven name: String) throws(ArgumentFault) -> Int? {
    try value(name, "a whole number") { $0.integer }
  }

  /// Returns a boolean; false if it is missing.
  package func flag(_ name: String) throws(ArgumentFault) -> Bool {
    try value(name, "true or false") { $0.truth } ?? false
  }

  /// Returns a list of texts; empty if it is missing.
  package func texts(_ name: String) throws(ArgumentFault) -> [String] {
    let texts: [String]? = try value(name, "a list of texts") { value in
      guard let elements = value.elements else { return nil }
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count ? texts : nil
    }
    return texts ?? []
  }

  /// Returns a required list of objects.
  package func objects(_ name: String) throws(ArgumentFault) -> [ToolArguments] {
    let objects: [ToolArguments]? = try value(name, "a list of objects") { value in
      guard let elements = value.elements else { return nil }
      let objects = elements.compactMap { $0.members.map { ToolArguments($0) } }
      return objects.count == elements.count ? objects : nil
    }
    guard let objects else { throw .missing(name) }
    return objects
  }

  private func value<V>(
    _ name: String, _ kind: String, _ read: (JSONValue) -> V?
  ) throws(ArgumentFault) -> V? {
    guard let value = members.first(where: { $0.isNamed(name) })?.value, value != .null else { return nil }
    guard let read = read(value) else { throw .wrongKind(name, wanted: kind) }
    return read
  }
}

/// A fault in the arguments of a tool.
package enum ArgumentFault: Error, Hashable, Sendable {
  /// A required argument is missing.
  case missing(String)
  /// An argument has another type.
  case wrongKind(String, wanted: String)
}

extension ArgumentFault: CustomStringConvertible {
  /// The error message for the model.
  package var description: String {
    switch self {
    case .missing(let name): "Invalid arguments: \"\(name)\" is missing."
    case .wrongKind(let name, let wanted): "Invalid arguments: \"\(name)\" must be \(wanted)."
    }
  }
}
