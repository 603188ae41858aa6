/// The remote's answer to a push.
package enum PushResult: Hashable, Sendable {
  /// The remote moved the branch.
  case accepted
  /// The branch has commits that the pushed one lacks: fetch, merge, push again.
  case rejectedNonFastForward
  /// The remote refuses the push (hook, size, permission, checked-out branch); the text is its own words, line for
  /// line.
  case refused(message: String)
}
