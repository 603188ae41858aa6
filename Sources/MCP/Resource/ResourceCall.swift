package import Values

/// A request about resources or prompts, with the known facts about the client.
package struct ResourceCall: Hashable, Sendable {
  /// A kind of request.
  package enum Wish: Hashable, Sendable {
    /// Requests a page of the list, from a cursor on.
    case list(cursor: String?)
    /// Requests the content of an address.
    case read(uri: String)
    /// Requests the list of prompts.
    case prompts
    /// Requests a prompt with values for its arguments.
    case prompt(name: String, values: [String: String])
  }

  /// The request.
  package var wish: Wish
  /// The client in its own words.
  package var client: ClientInfo?
  /// The revision of the answer.
  package var version: ProtocolVersion

  package init(wish: Wish, client: ClientInfo?, version: ProtocolVersion) {
    self.wish = wish
    self.client = client
    self.version = version
  }
}

/// An answer about resources or prompts.
package enum ResourceAnswer: Hashable, Sendable {
  /// A page of the list; `next` is the cursor of the next page.
  case page([ResourceEntry], next: String?)
  /// The content of an address.
  case content(ResourceContent)
  /// The address has no resource.
  case missing(uri: String)
  /// The list of prompts.
  case prompts([PromptEntry])
  /// A prompt with the values of its arguments.
  case prompt(PromptContent)
  /// There is no prompt with the name.
  case unknownPrompt(String)
  case unknownCursor
  /// The request failed for this reason.
  case failed(String)

  /// Returns the members of the result in a revision.
  ///
  /// - Throws: `ProtocolError` for an answer that is not a result.
  func members(in version: ProtocolVersion) throws(ProtocolError) -> [JSONMember] {
    switch self {
    case .page(let entries, let next):
      var members = [JSONMember(name: "resources", value: .array(entries.map(\.value)))]
      if let next { members.append(JSONMember(name: "nextCursor", value: .string(next))) }
      return members
    case .content(let content): return [JSONMember(name: "contents", value: [content.value])]
    case .prompts(let entries):
      return [JSONMember(name: "prompts", value: .array(entries.map { $0.value(in: version) }))]
    case .prompt(let content): return content.members
    case .unknownPrompt(let name): throw .invalidParams("There is no prompt \(name).")
    case .missing(let uri):
      throw ProtocolError(
        // The newest revision has no code of its own for this.
        code: version.isStateless ? -32_602 : -32_002, message: "There is no resource \(uri).",
        data: ["uri": .string(uri)])
    case .unknownCursor: throw .invalidParams("This cursor was not returned by resources/list.")
    case .failed(let reason): throw ProtocolError(code: -32_603, message: reason)
    }
  }
}

/// A resource in the form of `resources/list`.
package struct ResourceEntry: Hashable, Sendable {
  /// The resource's address.
  package var uri: String
  /// The resource's name.
  package var name: String
  /// The media type.
  package var type: String
  /// The size in bytes; nil for a content that is made when it is read.
  package var size: Int?

  package init(uri: String, name: String, type: String, size: Int?) {
    self.uri = uri
    self.name = name
    self.type = type
    self.size = size
  }

  /// The entry in a frame.
  var value: JSONValue {
    var members = [("uri", uri), ("name", name), ("mimeType", type)]
      .map { JSONMember(name: $0, value: .string($1)) }
    if let size { members.append(JSONMember(name: "size", value: .number(String(size)))) }
    return .object(members)
  }
}

/// The content of a resource.
package struct ResourceContent: Hashable, Sendable {
  /// The resource's address.
  package var uri: String
  /// The media type.
  package var type: String
  /// The content: text, or base64 if it is not text.
  package var body: String
  package var isText: Bool
  /// The version token; nil for a content that is no file.
  package var token: String?
  /// The first and the last author with their times; nil if the file has no history.
  package var provenance: JSONValue?

  package init(
    uri: String, type: String, body: String, isText: Bool, token: String?, provenance: JSONValue? = nil
  ) {
    self.uri = uri
    self.type = type
    self.body = body
    self.isText = isText
    self.token = token
    self.provenance = provenance
  }

  /// The content in a frame; the version token is in `stet/token`, the authors are in `stet/provenance`.
  var value: JSONValue {
    var notes: [JSONMember] = []
    if let token { notes.append(JSONMember(name: "stet/token", value: .string(token))) }
    if let provenance { notes.append(JSONMember(name: "stet/provenance", value: provenance)) }
    var members = [
      JSONMember(name: "uri", value: .string(uri)), JSONMember(name: "mimeType", value: .string(type)),
      JSONMember(name: isText ? "text" : "blob", value: .string(body)),
    ]
    if !notes.isEmpty { members.append(JSONMember(name: "_meta", value: .object(notes))) }
    return .object(members)
  }
}
