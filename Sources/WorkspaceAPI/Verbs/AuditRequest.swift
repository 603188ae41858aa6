/// Asks what agents did here.
package struct AuditRequest: AnonymousVerb, Hashable {
  package typealias Answer = AuditReport
  package static let name = "audit"

  /// Only this session.
  package var session: String?
  /// Only this file, or what is below this folder.
  package var path: String?
  /// At most so many, the newest; nil for all.
  package var limit: Int?
  /// Whether the record is checked against the heads that commits name.
  package var verifies: Bool

  /// Makes a request.
  package init(session: String? = nil, path: String? = nil, limit: Int? = nil, verifies: Bool = false) {
    self.session = session
    self.path = path
    self.limit = limit
    self.verifies = verifies
  }
}
