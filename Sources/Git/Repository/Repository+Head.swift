package import GitObjects
internal import Glibc

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

extension Repository {
  /// Returns the state of HEAD.
  ///
  /// - Throws: `.failed` if it cannot be read at all.
  package func head() throws(ObjectStoreError) -> HeadState {
    guard let text = try directory.text("HEAD") else { return .broken("") }
    guard text.hasPrefix("ref: ") else { return ObjectID(hex: text).map { .detached($0) } ?? .broken(text) }
    let name = String(text.dropFirst(5))
    let prefix = "refs/heads/"
    guard name.hasPrefix(prefix), (try? ReferenceName.check(name)) != nil else { return .broken(text) }
    let branch = String(name.dropFirst(prefix.count))
    return try reference(name).map { .branch(branch, $0) } ?? .unborn(branch)
  }

  /// Returns git's name of the operation in progress; nil if there is none.
  ///
  /// The local peer pauses meanwhile, because the branch and the index belong to git (review A3).
  package func operationInProgress() -> String? {
    let signs = [
      ("rebase-merge", "rebase"), ("rebase-apply", "rebase"), ("MERGE_HEAD", "merge"),
      ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert"), ("sequencer", "cherry-pick or revert"),
      ("BISECT_LOG", "bisect"),
    ]
    return signs.first { directory.exists($0.0) }?.1
  }
}
