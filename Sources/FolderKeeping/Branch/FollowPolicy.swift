/// The policy for the time at which branch and index follow the tip (DESIGN "Recording"). Pure: times are monotonic
/// nanoseconds.
///
/// At once while writing the index takes at most 5 ms, with at most a tenth of the time; otherwise after a quiet
/// interval, and with 2 % of the time unless that would delay it beyond 0.8 s, so that stock git never shows an old
/// state for long.
struct FollowPolicy: Hashable, Sendable {
  /// The maximum duration of a follow that happens within the turn.
  static let immediate: Int64 = 5_000_000
  /// The quiet interval before a slower follow.
  static let quiet: Int64 = 200_000_000
  /// The maximum delay of a slower follow.
  static let latest: Int64 = 800_000_000

  /// The delay of the first retry after a follow was blocked, doubled each time up to the maximum: an editor that git
  /// opened for a commit message may hold the index all night.
  static let shortestPause: Int64 = 125_000_000
  /// The maximum delay of a retry.
  static let longestPause: Int64 = 1_000_000_000

  private var lastDuration: Int64 = 0
  private var lastEnd: Int64 = 0
  private var behindSince: Int64?
  private var lastMove: Int64 = 0
  private var blockedUntil: Int64 = 0
  private var pause = Self.shortestPause

  /// Records that the tip moved.
  mutating func noteMove(at now: Int64) {
    if behindSince == nil { behindSince = now }
    lastMove = now
  }

  /// Records that branch and index are at the tip.
  mutating func noteFollowed(at now: Int64, took duration: Int64) {
    lastDuration = duration
    lastEnd = now
    behindSince = nil
    blockedUntil = 0
    pause = Self.shortestPause
  }

  /// Records that the follow was blocked; it is retried after the delay.
  mutating func noteBlocked(at now: Int64) {
    lastMove = now
    behindSince = now
    blockedUntil = now + pause
    pause = min(2 * pause, Self.longestPause)
  }

  /// The time of the next follow; nil if branch and index are at the tip.
  var due: Int64? {
    guard let since = behindSince else { return nil }
    // In a small folder with many writing agents, each turn's follow took a third of the turn (measured).
    if lastDuration <= Self.immediate { return max(since, lastEnd + lastDuration * 9, blockedUntil) }
    // 2 % of the time, within the maximum delay: with 100,000 files a follow takes 60 ms to 180 ms on a busy machine,
    // and waiting for its share left branch and index 8 s behind a single save (measured).
    let quiet = min(lastMove + Self.quiet, since + Self.latest)
    return max(quiet, min(lastEnd + lastDuration * 49, since + Self.latest), blockedUntil)
  }
}
