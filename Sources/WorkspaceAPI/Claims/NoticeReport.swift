/// A request or message to a program that has a file open: a line of `stet coordinate present`.
package struct NoticeReport: Sendable, Codable, Hashable {
  /// The notice's number, which an answer names.
  package var id: Int
  /// The presenter that the notice is for.
  package var presenter: Int
  package var notice: NoticeKind
  /// Whether the daemon waits for an answer.
  package var asks: Bool
  /// The path of the file or folder.
  package var path: String
  /// For `moved`: the new path.
  package var newPath: String?
  /// The program or person that caused the notice.
  package var by: String?
  /// The number of seconds that the daemon waits for an answer.
  package var seconds: Double?

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

  package init() {}
}
