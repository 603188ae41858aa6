/// Requests the names in the workspace.
package struct ListRequest: Verb {
  package typealias Answer = [ListEntry]
  package static let name = "list"

  /// The folder; nil for the root.
  package var path: String?
  /// Whether the contents of subfolders are listed, too.
  package var recursive: Bool
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller
  /// For a recursive list: only paths after this one in byte order; nil for all. The path need not exist any more.
  package var after: String?
  /// The greatest number of entries; nil for all.
  package var limit: Int?

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
