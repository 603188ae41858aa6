/// Asks for something about one path.
package struct PathRequest: Sendable, Codable {
  /// The path.
  package var path: String
  /// Who asks: an agent is shown what the policy lets it read.
  package var caller: Caller

  /// Makes a request.
  package init(path: String, caller: Caller = .person) {
    self.path = path
    self.caller = caller
  }
}
