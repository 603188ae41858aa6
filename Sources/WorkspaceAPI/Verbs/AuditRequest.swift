/// Requests the recorded actions of agents.
package struct AuditRequest: AnonymousVerb, Hashable {
  package typealias Answer = AuditReport
  package static let name = "audit"

  /// Restricts the report to this session.
  package var session: String?
  /// Restricts the report to this file, or to the files below this folder.
  package var path: String?
  /// The greatest number of calls, the newest ones; nil for all.
  package var limit: Int?
  /// Whether the record is checked against the heads that commits name.
  package var verifies: Bool

  /// Creates a request.
  package init(session: String? = nil, path: String? = nil, limit: Int? = nil, verifies: Bool = false) {
    self.session = session
    self.path = path
    self.limit = limit
    self.verifies = verifies
  }
}
