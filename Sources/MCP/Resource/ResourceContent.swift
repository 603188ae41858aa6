/// What stands under a resource's address.
package struct ResourceContent: Hashable, Sendable {
  /// The address.
  package var uri: String
  /// The kind.
  package var type: String
  /// The content: text, or base64 where it is none.
  package var body: String
  /// Whether it is text.
  package var isText: Bool
  /// Which version it is.
  package var token: String

  /// Makes a content.
  package init(uri: String, type: String, body: String, isText: Bool, token: String) {
    self.uri = uri
    self.type = type
    self.body = body
    self.isText = isText
    self.token = token
  }

  /// The content in a frame; the version stands under `stet/token`.
  var value: JSONValue {
    .object([
      JSONMember(name: "uri", value: .string(uri)), JSONMember(name: "mimeType", value: .string(type)),
      JSONMember(name: isText ? "text" : "blob", value: .string(body)),
      JSONMember(name: "_meta", value: ["stet/token": .string(token)]),
    ])
  }
}
