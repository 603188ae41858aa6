package import Coordination

/// What a program that has a file open is asked or told: a line of `stet coordinate present`.
package struct NoticeReport: Sendable, Codable, Hashable {
  /// Its number, which an answer names.
  package var id: Int
  /// The presenter it is for.
  package var presenter: Int
  /// What it is.
  package var notice: PresenterNotice.Kind
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

  /// A notice at a time, monotonic nanoseconds.
  init(_ notice: PresenterNotice, at now: Int64) {
    id = notice.id
    presenter = notice.presenter
    self.notice = notice.kind
    asks = notice.kind.asks
    path = notice.path.string
    newPath = notice.newPath?.string
    by = notice.by
    seconds = notice.until.map { Double(max(0, $0 - now)) / 1e9 }
  }
}
