/// The claims of a workspace, granted and waiting, and the files that programs have open.
package struct CoordinationReport: Sendable, Codable, Hashable {
  /// The granted claims, oldest first; then the waiting ones in their order.
  package var claims: [ClaimReport]
  /// The programs that reported a file or folder as open.
  package var presenters: [PresenterReport]

  package init(claims: [ClaimReport], presenters: [PresenterReport]) {
    self.claims = claims
    self.presenters = presenters
  }
}

/// A claim, as other programs see it.
package struct ClaimReport: Sendable, Codable, Hashable {
  /// The claim's number; nil for a waiting claim.
  package var number: Int64?
  package var items: [ClaimItem]
  package var holder: String
  /// The holder's process, if it is known.
  package var pid: Int32?
  /// The time at which the claim expires, or at which its wait times out, ISO 8601.
  package var until: String

  package init(number: Int64?, items: [ClaimItem], holder: String, pid: Int32?, until: String) {
    self.number = number
    self.items = items
    self.holder = holder
    self.pid = pid
    self.until = until
  }

  /// The items, the holder and the end in words.
  package var words: String {
    let what = items.map { "\($0.path.string) for \($0.intent.rawValue)" }.joined(separator: ", ")
    let process = pid.map { ", process \($0)" } ?? ""
    return "\(what) (\(number == nil ? "waited for" : "claimed") by \(holder)\(process) until \(until))"
  }
}

/// A program that reported a file or folder as open.
package struct PresenterReport: Sendable, Codable, Hashable {
  /// The presenter's number.
  package var presenter: Int
  /// The program's name.
  package var name: String
  /// The program's process, if it is known.
  package var pid: Int32?
  /// The path that the program has open.
  package var path: String

  package init(presenter: Int, name: String, pid: Int32?, path: String) {
    self.presenter = presenter
    self.name = name
    self.pid = pid
    self.path = path
  }

  /// The path and the program in words.
  package var words: String { "\(path) (\(name)\(pid.map { ", process \($0)" } ?? ""))" }
}

/// Requests the claims, granted and waiting, and the files that programs presented.
package struct CoordinationRequest: AnonymousVerb {
  package typealias Answer = CoordinationReport
  package static let name = "coordination"

  package init() {}
}
