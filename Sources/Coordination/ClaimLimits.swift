/// The limits on the number and duration of claims.
package struct ClaimLimits: Hashable, Sendable {
  /// The time that programs have to save or let go, in nanoseconds.
  package var noticeTime: Int64 = 2_000_000_000
  /// The longest duration of a claim without renewal, in nanoseconds.
  package var longest: Int64 = 3_600_000_000_000
  /// The largest number of granted and waiting claims, without those for one write.
  package var mostClaims = 1_000
  /// The largest number of presented files and folders.
  package var mostPresenters = 10_000

  /// Creates the default limits.
  package init() {}
}
