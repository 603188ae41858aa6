/// One finding of the doctor.
package struct DoctorFinding: Sendable, Codable {
  /// `ok`, `note`, `problem`.
  package var level: String
  /// What was looked at.
  package var subject: String
  /// What was found, and what to do.
  package var message: String

  /// Makes a finding.
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

  /// Creates a request.
  package init() {}
}
