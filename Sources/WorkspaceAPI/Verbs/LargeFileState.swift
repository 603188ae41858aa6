/// The state of a large file, in the words of Apple's file provider.
package struct LargeFileState: Sendable, Codable, Hashable {
  package var path: String
  /// The number of bytes of the content.
  package var size: Int
  /// The content's id: SHA-256.
  package var oid: String
  /// `not-downloaded`, `downloading`, `downloaded` (another version is here, this one is being downloaded) or
  /// `current`.
  package var state: String
  /// `uploaded`, `uploading`, `waiting` (the only copy is here) or `unknown` (the remote was not asked yet).
  package var upload: String
  /// The percentage of the transfer, in either direction; nil for none.
  package var percent: Int?
  /// The number of bytes transferred, in either direction; nil for none.
  package var moved: Int?
  /// Whether the file is pinned here.
  package var isPinned: Bool
  /// The error, or the reason why the transfer waits; nil for neither.
  package var problem: String?
  /// The outcome of the request: `started`, `done`, `kept` (with a problem); nil for no request.
  package var outcome: String?

  /// Creates a state.
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

  /// Whether the file is unfinished: it is being downloaded, or waits for that without a problem.
  package var isUnfinished: Bool { state == "downloading" || state != "current" && problem == nil }
}
