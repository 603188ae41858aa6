/// A resource as `resources/list` shows it.
package struct ResourceEntry: Hashable, Sendable {
  /// Its address.
  package var uri: String
  /// Its name.
  package var name: String
  /// Its kind.
  package var type: String
  /// Its size in bytes.
  package var size: Int

  /// Makes an entry.
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
