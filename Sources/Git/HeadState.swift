package import GitObjects

/// The state of HEAD.
package enum HeadState: Hashable, Sendable {
  /// HEAD is at a branch with a commit (its name without `refs/heads/`).
  case branch(String, ObjectID)
  /// HEAD is at a branch without a commit.
  case unborn(String)
  /// HEAD is at a commit and no branch.
  case detached(ObjectID)
  /// HEAD is empty or garbage, as after a power cut, or names something other than a branch; its text.
  case broken(String)
}
