/// How addresses of resources are made.
package struct ResourceTemplate: Hashable, Sendable {
  /// The template (RFC 6570).
  package var uri: String
  /// Its name.
  package var name: String
  /// What it is for.
  package var description: String

  /// Makes a template.
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
