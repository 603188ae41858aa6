/// One finding of the doctor.
package struct DoctorFinding: Sendable, Codable {
  /// `ok`, `note` or `problem`.
  package var level: String
  /// The subject of the check.
  package var subject: String
  /// The finding and the next step.
  package var message: String

  package init(level: String, subject: String, message: String) {
    self.level = level
    self.subject = subject
    self.message = message
  }
}

/// Requests a check of everything that can be wrong.
package struct DoctorRequest: AnonymousVerb {
  package typealias Answer = [DoctorFinding]
  package static let name = "doctor"

  package init() {}
}
