/// How much and how long.
package struct ClaimLimits: Hashable, Sendable {
  /// How long programs have to save or let go, nanoseconds.
  package var noticeTime: Int64 = 2_000_000_000
  /// The longest time that a claim holds without being renewed, nanoseconds.
  package var longest: Int64 = 3_600_000_000_000
  /// Claims that stand or wait, without those for one write.
  package var mostClaims = 1_000
  /// Files and folders that programs present.
  package var mostPresenters = 10_000

  /// The usual ones.
  package init() {}
}
