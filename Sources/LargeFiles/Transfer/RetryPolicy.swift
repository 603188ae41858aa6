package import HTTPTransfer

/// The rule for retrying a failed transfer: depends on the failure and the number of tries.
package struct RetryPolicy: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    /// Ask the server again after this time: the requests in an answer are used once.
    case again(after: Duration)
    /// Do not retry.
    case giveUp
  }

  /// The largest number of tries of an object.
  package var tries: Int
  /// The pauses of the policy's own.
  package var backoff: Backoff
  /// The longest `Retry-After` that is obeyed; if it is longer, the object fails for now.
  package var longestRetryAfter: Duration

  /// 8 tries, pauses of 250 ms doubling to 30 s, `Retry-After` up to 10 minutes.
  package static let standard = RetryPolicy(
    tries: 8, first: .milliseconds(250), longest: .seconds(30), longestRetryAfter: .seconds(600))

  package init(tries: Int, first: Duration, longest: Duration, longestRetryAfter: Duration) {
    self.tries = tries
    backoff = Backoff(first: first, longest: longest)
    self.longestRetryAfter = longestRetryAfter
  }

  /// Decides whether and when to retry.
  ///
  /// - Parameters:
  ///   - tried: the number of tries including this one.
  ///   - jitter: a random number from 0 to 1, so that machines do not retry in step.
  package func decide(_ fault: TransferFault, tried: Int, jitter: Double) -> Decision {
    let most: Int
    var wish: Duration = .zero
    switch fault {
    case .offline, .stalled: most = tries
    case .status(let code, _, let retryAfter):
      wish = .seconds(max(0, retryAfter ?? 0))
      switch code {
      case 408, 429, 500, 502, 503, 504: most = tries
      // A request in the answer may have expired; the next answer has a new one.
      case 401, 403: most = 2
      default: most = 1
      }
    case .refused(let code, _): most = (500...504).contains(code) || code == 429 ? tries : 1
    // A proxy's page or a truncated copy in a cache may be gone at the next try.
    case .wrong, .unreadable: most = 2
    case .local, .cancelled: most = 1
    }
    guard tried < most, wish <= longestRetryAfter else { return .giveUp }
    return .again(after: wish + backoff.pause(after: tried, jitter: jitter))
  }
}
