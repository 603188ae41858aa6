/// Which program asks, as it says of itself: for the record, never for what it may do.
package struct ClientInfo: Hashable, Sendable {
  /// Its name, such as `claude-code`.
  package var name: String
  /// Its name for people, where it has one.
  package var title: String?
  /// Its version.
  package var version: String?

  /// Makes one.
  package init(name: String, title: String? = nil, version: String? = nil) {
    self.name = name
    self.title = title
    self.version = version
  }

  /// Reads an `Implementation`; nil where it has no name.
  init?(_ value: JSONValue?) {
    guard let name = value?["name"]?.text, !name.isEmpty else { return nil }
    self.init(name: name, title: value?["title"]?.text, version: value?["version"]?.text)
  }
}
