/// Asks for the names in the workspace.
package struct ListRequest: Sendable, Codable {
  /// The folder; nil for the root.
  package var path: String?
  /// Whether folders inside are listed too.
  package var recursive: Bool

  /// Makes a request.
  package init(path: String? = nil, recursive: Bool = false) {
    self.path = path
    self.recursive = recursive
  }
}
