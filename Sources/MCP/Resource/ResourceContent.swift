/// The content of a resource.
package struct ResourceContent: Hashable, Sendable {
  /// The resource's address.
  package var uri: String
  /// The media type.
  package var type: String
  /// The content: text, or base64 if it is not text.
  package var body: String
  /// Whether it is text.
  package var isText: Bool
  /// The version token.
  package var token: String

  /// Creates a content.
  package init(uri: String, type: String, body: String, isText: Bool, token: String) {
    self.uri = uri
    self.type = type
    self.body = body
    self.isText = isText
    self.token = token
  }

  /// The content in a frame; the version token is in `stet/token`.
  var value: JSONValue {
    .object([
      JSONMember(name: "uri", value: .string(uri)), JSONMember(name: "mimeType", value: .string(type)),
      JSONMember(name: isText ? "text" : "blob", value: .string(body)),
      JSONMember(name: "_meta", value: ["stet/token": .string(token)]),
    ])
  }
}
