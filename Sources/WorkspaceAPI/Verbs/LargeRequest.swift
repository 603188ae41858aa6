/// Requests the state of large files, or an action on them.
package struct LargeRequest: Verb {
  package typealias Answer = LargeReport
  package static let name = "large"

  /// The requested action.
  package enum Action: String, Sendable, Codable {
    /// Nothing: reports the files and their states.
    case look
    /// Downloads the contents; the answer comes as soon as the download has begun.
    case download
    /// Cancels the transfers.
    case cancel
    /// Replaces the contents by placeholders.
    case evict
    /// Downloads the contents and never evicts them.
    case pin
    /// Permits eviction again.
    case unpin
  }

  /// The requested action.
  package var action: Action
  /// Files, folders, and patterns with `*`, `?` or `[`; empty for all.
  package var paths: [String]
  /// The caller.
  package var caller: Caller

  /// Creates a request.
  package init(_ action: Action, paths: [String] = [], caller: Caller = .person) {
    self.action = action
    self.paths = paths
    self.caller = caller
  }
}
