package import GitObjects

/// Where HEAD is.
package enum HeadState: Hashable, Sendable {
  /// At a branch (its name without `refs/heads/`) that has a commit.
  case branch(String, ObjectID)
  /// At a branch that has no commit yet.
  case unborn(String)
  /// At a commit and no branch.
  case detached(ObjectID)
  /// Unreadable: empty or garbage, as a power cut leaves it, or at what is no branch; the text is what stands there.
  case broken(String)
}
