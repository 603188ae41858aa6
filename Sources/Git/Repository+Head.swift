package import GitObjects

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
