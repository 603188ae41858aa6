/// The delay of deletions before they are published: more than 20 in one burst wait for 2 s without new ones (review
/// A14).
package struct DeletionBurst: Hashable, Sendable {
  /// The number of unpublished deletions that are published at once.
  package static let free = 20
  /// The time without new deletions after which the others are published.
  package static let quiet = Duration.seconds(2)

  private var deletions = 0
  private var last: Duration?

  /// Makes a burst without deletions.
  package init() {}

  /// Records the number of unpublished deletions; a greater one than before continues the burst.
  package mutating func note(unpublished count: Int, at now: Duration) {
    if count > deletions { last = now }
    deletions = count
  }

  /// Returns the time until publishing may begin; nil for none.
  package func wait(at now: Duration) -> Duration? {
    guard deletions > Self.free, let last, last + Self.quiet > now else { return nil }
    return last + Self.quiet - now
  }
}
