/// Asks for the names in the workspace.
package struct ListRequest: Verb {
  package typealias Answer = [ListEntry]
  package static let name = "list"

  /// The folder; nil for the root.
  package var path: String?
  /// Whether folders inside are listed too.
  package var recursive: Bool
  /// Who asks: an agent is shown what the policy lets it read.
  package var caller: Caller
  /// Of a list with folders inside: only what comes behind this path, by bytes; nil for all. It need not stand any more.
  package var after: String?
  /// How many entries at the most; nil for all.
  package var limit: Int?

  /// Makes a request.
  package init(
    path: String? = nil, recursive: Bool = false, caller: Caller = .person, after: String? = nil, limit: Int? = nil
  ) {
    self.path = path
    self.recursive = recursive
    self.caller = caller
    self.after = after
    self.limit = limit
  }
}
