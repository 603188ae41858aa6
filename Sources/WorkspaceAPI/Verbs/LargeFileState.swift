/// A large file and how it stands, in the words of Apple's file provider.
package struct LargeFileState: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// Bytes of the content.
  package var size: Int
  /// The content's id: SHA-256.
  package var oid: String
  /// `not-downloaded`, `downloading`, `downloaded` (another version is here, this one is coming) or `current`.
  package var state: String
  /// `uploaded`, `uploading`, `waiting` (the only copy is here) or `unknown` (nobody asked yet).
  package var upload: String
  /// Percent of what is on its way, down or up; nil for nothing.
  package var percent: Int?
  /// Bytes of what is on its way that have moved, down or up; nil for nothing.
  package var moved: Int?
  /// Whether it is pinned here.
  package var isPinned: Bool
  /// What went wrong, or why it waits; nil for neither.
  package var problem: String?
  /// What became of what was asked for: `started`, `done`, `kept` (with a problem); nil where nothing was.
  package var outcome: String?

  /// Makes a state.
  package init(
    path: String, size: Int, oid: String, state: String, upload: String, percent: Int?, moved: Int? = nil,
    isPinned: Bool, problem: String?, outcome: String? = nil
  ) {
    self.path = path
    self.size = size
    self.oid = oid
    self.state = state
    self.upload = upload
    self.percent = percent
    self.moved = moved
    self.isPinned = isPinned
    self.problem = problem
    self.outcome = outcome
  }
}
