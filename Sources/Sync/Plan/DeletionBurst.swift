/// Whether deletions wait before they are published: beyond 20 in one burst, until it was quiet for 2 s (review A14).
package struct DeletionBurst: Hashable, Sendable {
  /// Up to this many unpublished deletions go out at once.
  package static let free = 20
  /// The quiet after which the rest goes.
  package static let quiet = Duration.seconds(2)

  private var deletions = 0
  private var last: Duration?

  /// Makes a burst without deletions.
  package init() {}

  /// Notes how many deletions are unpublished now; more than before means that the burst goes on.
  package mutating func note(unpublished count: Int, at now: Duration) {
    if count > deletions { last = now }
    deletions = count
  }

  /// How long publishing waits from now; nil for not at all.
  package func wait(at now: Duration) -> Duration? {
    guard deletions > Self.free, let last, last + Self.quiet > now else { return nil }
    return last + Self.quiet - now
  }
}
