/// What a program says of a notice, or of a file it has open.
package struct NoticeAnswer: Sendable, Codable {
  /// The notice that was done; nil with `leaves`.
  package var notice: Int?
  /// Why it could not be done; nil where it was.
  package var failure: String?
  /// The presenter whose file is open no more.
  package var leaves: Int?
  /// The connection it came over; the daemon sets it, and it is not sent.
  package var connection: UInt64?

  private enum CodingKeys: String, CodingKey {
    case notice, failure, leaves
  }

  /// Makes an answer.
  package init(notice: Int? = nil, failure: String? = nil, leaves: Int? = nil, connection: UInt64? = nil) {
    self.notice = notice
    self.failure = failure
    self.leaves = leaves
    self.connection = connection
  }
}
