/// A template of resource addresses.
package struct ResourceTemplate: Hashable, Sendable {
  /// The template (RFC 6570).
  package var uri: String
  /// The template's name.
  package var name: String
  /// The purpose of the resources.
  package var description: String

  /// Creates a template.
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
