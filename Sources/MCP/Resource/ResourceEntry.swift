/// A resource in the form of `resources/list`.
package struct ResourceEntry: Hashable, Sendable {
  /// The resource's address.
  package var uri: String
  /// The resource's name.
  package var name: String
  /// The media type.
  package var type: String
  /// The size in bytes.
  package var size: Int

  /// Creates an entry.
  package init(uri: String, name: String, type: String, size: Int) {
    self.uri = uri
    self.name = name
    self.type = type
    self.size = size
  }

  /// The entry in a frame.
  var value: JSONValue {
    [
      "uri": .string(uri), "name": .string(name), "mimeType": .string(type), "size": .number(String(size)),
    ]
  }
}
