/// Asks for the difference between two recorded states.
package struct DiffRequest: Sendable, Codable {
  /// Only this file or folder; nil for all.
  package var path: String?
  /// The older state: a commit or anything stock git resolves; nil for the parent of `to`.
  package var from: String?
  /// The newer state; nil for the tip.
  package var to: String?

  /// Makes a request.
  package init(path: String? = nil, from: String? = nil, to: String? = nil) {
    self.path = path
    self.from = from
    self.to = to
  }
}
