/// What became of exchanging a placeholder for its content, or a content for its placeholder.
package enum ExchangeOutcome: Hashable, Sendable {
  /// It stands there now, or did before.
  case done
  /// The tip names another version, or something else stands there: what was asked for is no longer wanted.
  case changed
  /// Somebody has the file open; try again later.
  case busy
  /// Nothing is exchanged just now: git is at work, or recording is paused; try again later.
  case paused
  /// The content is not on this machine.
  case missing
  /// Disk, repository or object refuse, in words.
  case failed(String)
}
