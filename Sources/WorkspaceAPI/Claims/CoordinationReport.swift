/// Who claims what, who waits, who has what open.
package struct CoordinationReport: Sendable, Codable, Hashable {
  /// Claims, oldest first; then those who wait, in their order.
  package var claims: [ClaimReport]
  /// Programs that said what they have open.
  package var presenters: [PresenterReport]

  /// Makes a report.
  package init(claims: [ClaimReport], presenters: [PresenterReport]) {
    self.claims = claims
    self.presenters = presenters
  }
}

/// A claim as others are told of it.
package struct ClaimReport: Sendable, Codable, Hashable {
  /// Its number; nil for one that waits.
  package var number: Int64?
  /// What is claimed.
  package var items: [ClaimItem]
  /// Whose it is.
  package var holder: String
  /// The holder's process, where it is known.
  package var pid: Int32?
  /// When it ends, or until when it waits, ISO 8601.
  package var until: String

  /// Makes a report.
  package init(number: Int64?, items: [ClaimItem], holder: String, pid: Int32?, until: String) {
    self.number = number
    self.items = items
    self.holder = holder
    self.pid = pid
    self.until = until
  }

  /// What is claimed, by whom, until when.
  package var words: String {
    let what = items.map { "\($0.path.string) for \($0.intent.rawValue)" }.joined(separator: ", ")
    let process = pid.map { ", process \($0)" } ?? ""
    return "\(what) (\(number == nil ? "waited for" : "claimed") by \(holder)\(process) until \(until))"
  }
}

/// A program that has a file or folder open, as it said itself.
package struct PresenterReport: Sendable, Codable, Hashable {
  /// Its number.
  package var presenter: Int
  /// Its name.
  package var name: String
  /// Its process, where it is known.
  package var pid: Int32?
  /// What it has open.
  package var path: String

  /// Makes a report.
  package init(presenter: Int, name: String, pid: Int32?, path: String) {
    self.presenter = presenter
    self.name = name
    self.pid = pid
    self.path = path
  }

  /// What is open, and in what.
  package var words: String { "\(path) (\(name)\(pid.map { ", process \($0)" } ?? ""))" }
}

/// Requests the claims, granted and waiting, and the files that programs presented.
package struct CoordinationRequest: AnonymousVerb {
  package typealias Answer = CoordinationReport
  package static let name = "coordination"

  /// Creates a request.
  package init() {}
}
