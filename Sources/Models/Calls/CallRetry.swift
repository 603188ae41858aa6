package import HTTPTransfer

/// The rule for trying a call again; depends only on the fault, the number of tries and chance.
package struct CallRetry: Hashable, Sendable {
  /// The largest number of tries.
  package var tries: Int
  /// The pauses.
  package var backoff: Backoff
  /// The longest `Retry-After` that is obeyed; after a longer one the call fails.
  package var longestRetryAfter: Duration

  /// 4 tries, pauses of 500 ms doubling to 20 s, `Retry-After` up to 60 s.
  package static let standard = CallRetry(
    tries: 4, backoff: Backoff(first: .milliseconds(500), longest: .seconds(20)), longestRetryAfter: .seconds(60))

  package init(tries: Int, backoff: Backoff, longestRetryAfter: Duration) {
    self.tries = tries
    self.backoff = backoff
    self.longestRetryAfter = longestRetryAfter
  }

  /// Returns the pause before the next try; nil if there is none.
  ///
  /// - Parameters:
  ///   - fault: the fault of the last try, which showed no output.
  ///   - tried: the number of tries so far.
  ///   - jitter: a random number from 0 to 1.
  package func pause(after fault: ModelFault, tried: Int, jitter: Double) -> Duration? {
    let most: Int
    var wish = Duration.zero
    switch fault {
    case .offline, .cut: most = tries
    // The server may work on the call still, and charge for it.
    case .timedOut: most = min(2, tries)
    case .refused(let status, let type, _, let retryAfter):
      wish = .seconds(max(0, retryAfter ?? 0))
      most = Self.passes(status: status, type: type) ? tries : 1
    case .untrusted, .keyRefused, .keyMissing, .contextFull, .unreadable, .settings, .command, .cancelled: most = 1
    }
    guard tried < most, wish <= longestRetryAfter else { return nil }
    return wish + backoff.pause(after: tried, jitter: jitter)
  }

  /// Returns whether an error of the server may pass by itself.
  private static func passes(status: Int, type: String?) -> Bool {
    // An account without credit gets 429 as well, for ever.
    if type == "insufficient_quota" || type == "billing_error" { return false }
    if [408, 429, 500, 502, 503, 504, 529].contains(status) { return true }
    let passing: Set = [
      "overloaded_error", "rate_limit_error", "api_error", "timeout_error", "server_error", "rate_limit_exceeded",
    ]
    return status == 0 && type.map(passing.contains) ?? false
  }
}
