/// What is to be done outside after the table changed.
package enum ClaimEffect: Hashable, Sendable {
  /// A request was granted.
  case granted(Claim)
  /// A request was refused.
  case refused(ticket: UInt64, ClaimRefusal)
  /// A claim ended.
  case ended(Claim, ClaimEnd)
  /// A program is to be told something.
  case notice(PresenterNotice)
}
