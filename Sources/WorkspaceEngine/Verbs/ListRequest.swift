/// Asks for the names in the workspace.
package struct ListRequest: Sendable, Codable {
  /// The folder; nil for the root.
  package var path: String?
  /// Whether folders inside are listed too.
  package var recursive: Bool
  /// Who asks: an agent is shown what the policy lets it read.
  package var caller: Caller

  /// Makes a request.
  package init(path: String? = nil, recursive: Bool = false, caller: Caller = .person) {
    self.path = path
    self.recursive = recursive
    self.caller = caller
  }
}
