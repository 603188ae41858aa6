/// When branch and index are brought to the tip (DESIGN "Recording"). Pure: times are monotonic nanoseconds.
///
/// At once while writing the index takes at most 5 ms, with a tenth of the time at most; else when it has been quiet, and
/// with 2 % of the time while that allows less than a second's delay; never later, so that stock git never shows an old
/// state for long.
struct FollowPolicy: Hashable, Sendable {
  /// Up to here a follow is made within the turn.
  static let immediate: Int64 = 5_000_000
  /// Quiet time before a slower one.
  static let quiet: Int64 = 200_000_000
  /// The longest delay of a slower one while its share of the time allows.
  static let latest: Int64 = 800_000_000

  /// How long after it was blocked it is tried again; doubled each time up to the longest: an editor that git opened
  /// for a commit message may hold the index all night.
  static let shortestPause: Int64 = 125_000_000
  /// The longest pause between two tries.
  static let longestPause: Int64 = 1_000_000_000

  private var lastDuration: Int64 = 0
  private var lastEnd: Int64 = 0
  private var behindSince: Int64?
  private var lastMove: Int64 = 0
  private var blockedUntil: Int64 = 0
  private var pause = Self.shortestPause

  /// Notes that the tip moved.
  mutating func noteMove(at now: Int64) {
    if behindSince == nil { behindSince = now }
    lastMove = now
  }

  /// Notes that branch and index stand at the tip.
  mutating func noteFollowed(at now: Int64, took duration: Int64) {
    lastDuration = duration
    lastEnd = now
    behindSince = nil
    blockedUntil = 0
    pause = Self.shortestPause
  }

  /// Notes that it could not be done now; it is tried again after a while.
  mutating func noteBlocked(at now: Int64) {
    lastMove = now
    behindSince = now
    blockedUntil = now + pause
    pause = min(2 * pause, Self.longestPause)
  }

  /// When the next one is due; nil where branch and index stand at the tip.
  var due: Int64? {
    guard let since = behindSince else { return nil }
    // In a small folder that many agents write to, each turn's follow was a third of the turn (measured).
    if lastDuration <= Self.immediate { return max(since, lastEnd + lastDuration * 9, blockedUntil) }
    // 2 % of the time, but within the limit: with 100,000 files one takes 60 ms to 180 ms on a busy machine, and
    // waiting for its share left branch and index 8 s behind a single save (measured).
    let quiet = min(lastMove + Self.quiet, since + Self.latest)
    return max(quiet, min(lastEnd + lastDuration * 49, since + Self.latest), blockedUntil)
  }
}
