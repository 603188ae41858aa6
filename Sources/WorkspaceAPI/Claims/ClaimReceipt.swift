/// A claim as its holder is told of it.
package struct ClaimReceipt: Sendable, Codable, Hashable {
  /// Its fencing number: writes that bear it are refused once it has ended.
  package var number: Int64
  /// What is claimed, under the paths of now: a file that was moved meanwhile is claimed where it is.
  package var items: [ClaimItem]
  /// When it ends, ISO 8601.
  package var until: String
  /// The same in seconds from now.
  package var seconds: Double
  /// Programs that have an item open and did not save or let go.
  package var unready: [UnreadyPresenter]

  /// Makes a receipt.
  package init(number: Int64, items: [ClaimItem], until: String, seconds: Double, unready: [UnreadyPresenter] = []) {
    self.number = number
    self.items = items
    self.until = until
    self.seconds = seconds
    self.unready = unready
  }
}

/// A program that was asked to save or to let go, and did not.
package struct UnreadyPresenter: Hashable, Sendable, Codable {
  /// Its name.
  package var name: String
  /// The reason in its own words; nil where it did not answer in time.
  package var reason: String?

  /// Makes a report.
  package init(name: String, reason: String?) {
    self.name = name
    self.reason = reason
  }
}
