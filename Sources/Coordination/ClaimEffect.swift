/// An action to take outside after a change of the table.
package enum ClaimEffect: Hashable, Sendable {
  /// A request was granted.
  case granted(Claim)
  /// A request was refused.
  case refused(ticket: UInt64, ClaimRefusal)
  /// A claim ended.
  case ended(Claim, ClaimEnd)
  /// A program must receive a notice.
  case notice(PresenterNotice)
}
