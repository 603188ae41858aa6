/// What the remote said to a push.
package enum PushResult: Hashable, Sendable {
  /// The branch stands where it was asked to.
  case accepted
  /// The branch has commits that are not in what was pushed: fetch, merge, push again.
  case rejectedNonFastForward
  /// The remote does not want it (hook, size, permission, checked-out branch); the text is its own words,
  /// line for line.
  case refused(message: String)
}
