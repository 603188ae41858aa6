/// The result of exchanging a placeholder for its content, or a content for its placeholder.
package enum ExchangeOutcome: Hashable, Sendable {
  /// The exchange is done, now or before.
  case done
  /// The tip names another version, or other content is at the path: the requested exchange is obsolete.
  case changed
  /// Somebody has the file open; retry later.
  case busy
  /// Exchanges are paused: git is at work, or recording is paused; retry later.
  case paused
  /// The content is not on this machine.
  case missing
  /// Disk, repository or object refuse; the reason.
  case failed(String)
}
