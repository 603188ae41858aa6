/// A name and its value in a JSON object.
package struct JSONMember: Hashable, Sendable {
  /// The name.
  package var name: String
  /// The value.
  package var value: JSONValue

  /// Makes a member.
  package init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }

  /// Whether it has exactly this name: Swift takes two spellings of one letter for equal, JSON does not.
  package func isNamed(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
}
