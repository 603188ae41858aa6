/// Asks for something about large files.
package struct LargeRequest: Verb {
  package typealias Answer = LargeReport
  package static let name = "large"

  /// What is to be done.
  package enum Action: String, Sendable, Codable {
    /// Nothing: what there is, and how it stands.
    case look
    /// The contents are to come; answered as soon as that is under way.
    case download
    /// What is on its way is given up.
    case cancel
    /// The contents give way to placeholders.
    case evict
    /// The contents are to come, and never give way.
    case pin
    /// They may give way again.
    case unpin
  }

  /// What is to be done.
  package var action: Action
  /// Files, folders, and patterns with `*`, `?` or `[`; empty for all.
  package var paths: [String]
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
  package init(_ action: Action, paths: [String] = [], caller: Caller = .person) {
    self.action = action
    self.paths = paths
    self.caller = caller
  }
}
