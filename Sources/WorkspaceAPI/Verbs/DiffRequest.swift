/// Requests the difference between two recorded states.
package struct DiffRequest: Verb {
  package typealias Answer = DiffReport
  package static let name = "diff"

  /// Restricts the difference to this file or folder; nil for all.
  package var path: String?
  /// The older state: a commit or anything stock git resolves; nil for the parent of `to`.
  package var from: String?
  /// The newer state; nil for the tip.
  package var to: String?
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  /// Creates a request.
  package init(path: String? = nil, from: String? = nil, to: String? = nil, caller: Caller = .person) {
    self.path = path
    self.from = from
    self.to = to
    self.caller = caller
  }
}
