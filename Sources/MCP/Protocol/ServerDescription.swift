internal import Values

/// The description of a server and its tools.
package struct ServerDescription: Hashable, Sendable {
  /// The server's name.
  package var name: String
  /// The name for people.
  package var title: String
  /// The server's version.
  package var version: String
  /// Instructions for the model on the use of the tools.
  package var instructions: String?
  /// The tools in the order of the list.
  package var tools: [ToolDefinition]
  /// The names of tools that are available but not listed.
  package var unlisted: Set<String> = []
  /// Whether results contain structured content, too, and tools its schema. Most clients show their model either the
  /// text or the structured content, and some show both: it is for programs that read it.
  package var sendsStructured = false
  /// Whether the server has prompts.
  package var servesPrompts = false
  /// The number of tools on a page of `tools/list`.
  package var pageSize: Int
  /// The templates of resource addresses; empty for a server without resources.
  package var templates: [ResourceTemplate]

  package init(
    name: String, title: String, version: String, instructions: String? = nil, tools: [ToolDefinition],
    pageSize: Int = 64, templates: [ResourceTemplate] = []
  ) {
    self.name = name
    self.title = title
    self.version = version
    self.instructions = instructions
    self.tools = tools
    self.pageSize = max(1, pageSize)
    self.templates = templates
  }

  /// The server as an `Implementation`.
  func implementation(in version: ProtocolVersion) -> JSONValue {
    var members: [JSONMember] = [JSONMember(name: "name", value: .string(name))]
    if version.hasStructuredContent { members.append(JSONMember(name: "title", value: .string(title))) }
    members.append(JSONMember(name: "version", value: .string(self.version)))
    return .object(members)
  }

  /// The server's capabilities: tools, whose list does not change while it runs, and resources and prompts, which do
  /// change.
  var capabilities: JSONValue {
    var members = [JSONMember(name: "tools", value: [:])]
    if !templates.isEmpty {
      members.append(JSONMember(name: "resources", value: ["subscribe": true, "listChanged": true]))
    }
    if servesPrompts { members.append(JSONMember(name: "prompts", value: ["listChanged": true])) }
    return .object(members)
  }

  /// Returns a page of the list of tools in the form of the revision; nil for an unknown cursor.
  func page(from cursor: String?, in version: ProtocolVersion) -> [JSONMember]? {
    var first = 0
    if let cursor {
      guard let last = tools.firstIndex(where: { $0.name == cursor }), (last + 1) % pageSize == 0,
        last + 1 < tools.count
      else { return nil }
      first = last + 1
    }
    let page = tools[first..<min(first + pageSize, tools.count)]
    var members = [
      JSONMember(name: "tools", value: .array(page.map { $0.value(in: version, isStructured: sendsStructured) }))
    ]
    if let last = page.last, page.endIndex < tools.count {
      members.append(JSONMember(name: "nextCursor", value: .string(last.name)))
    }
    return members
  }

  /// Returns whether a tool is available.
  func serves(_ tool: String) -> Bool {
    unlisted.contains(tool) || tools.contains { $0.name.utf8.elementsEqual(tool.utf8) }
  }

  /// Returns whether an address may be that of a resource: it starts like a template.
  func hasResources(at uri: String) -> Bool {
    templates.contains { template in uri.utf8.starts(with: template.uri.utf8.prefix { $0 != UInt8(ascii: "{") }) }
  }
}

/// A template of resource addresses.
package struct ResourceTemplate: Hashable, Sendable {
  /// The template (RFC 6570).
  package var uri: String
  /// The template's name.
  package var name: String
  /// The purpose of the resources.
  package var description: String

  package init(uri: String, name: String, description: String) {
    self.uri = uri
    self.name = name
    self.description = description
  }

  /// The template in a frame.
  var value: JSONValue {
    ["uriTemplate": .string(uri), "name": .string(name), "description": .string(description)]
  }
}
