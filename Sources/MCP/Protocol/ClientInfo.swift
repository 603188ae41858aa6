/// The client program in its own words: for the record, never for permissions.
package struct ClientInfo: Hashable, Sendable {
  /// The program's name, for example `claude-code`.
  package var name: String
  /// The name for people, if there is one.
  package var title: String?
  /// The program's version.
  package var version: String?

  /// Creates a client description.
  package init(name: String, title: String? = nil, version: String? = nil) {
    self.name = name
    self.title = title
    self.version = version
  }

  /// Parses an `Implementation`; nil if it has no name.
  init?(_ value: JSONValue?) {
    guard let name = value?["name"]?.text, !name.isEmpty else { return nil }
    self.init(name: name, title: value?["title"]?.text, version: value?["version"]?.text)
  }
}
