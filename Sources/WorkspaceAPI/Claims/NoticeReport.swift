/// What a program that has a file open is asked or told: a line of `stet coordinate present`.
package struct NoticeReport: Sendable, Codable, Hashable {
  /// Its number, which an answer names.
  package var id: Int
  /// The presenter it is for.
  package var presenter: Int
  /// What it is.
  package var notice: NoticeKind
  /// Whether an answer is waited for.
  package var asks: Bool
  /// The file or folder it is about.
  package var path: String
  /// For `moved`: where it is now.
  package var newPath: String?
  /// Who asks.
  package var by: String?
  /// How many seconds an answer is waited for.
  package var seconds: Double?

  /// Makes a report.
  package init(
    id: Int, presenter: Int, notice: NoticeKind, path: String, newPath: String? = nil, by: String? = nil,
    seconds: Double? = nil
  ) {
    self.id = id
    self.presenter = presenter
    self.notice = notice
    asks = notice.asks
    self.path = path
    self.newPath = newPath
    self.by = by
    self.seconds = seconds
  }
}

/// Subscribes to the notices for the programs that a connection presented.
package struct NoticesRequest: Verb {
  package typealias Answer = Nothing
  package typealias Notification = NoticeReport
  package static let name = "notices"
  package static let endsWithItsClient = true

  /// The caller, whose connection presents the programs; not sent.
  package var caller = Caller.person

  private enum CodingKeys: CodingKey {}

  /// Creates a request.
  package init() {}
}
