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

extension Repository {
  /// Creates a repository in a folder, as `git init` does, without a commit and with HEAD at `branch`.
  ///
  /// Existing files are unchanged, so that running it twice is harmless; the folder itself is created.
  ///
  /// - Throws: `.failed` if the branch's name is not valid or a file cannot be created.
  package static func create(root: String, branch: String) throws(ObjectStoreError) {
    try ReferenceName.check("refs/heads/" + branch)
    guard mkdir(root, 0o777) == 0 || errno == EEXIST else { throw GitError.system("\(root) could not be created") }
    let directory = GitDirectory(path: root + "/.git")
    guard mkdir(directory.path, 0o777) == 0 || errno == EEXIST else {
      throw GitError.system("\(directory.path) could not be created")
    }
    for name in ["objects/info/x", "objects/pack/x", "refs/heads/x", "refs/tags/x", "info/x", "hooks/x"] {
      try directory.makeParents(of: name)
    }
    let config = """
      [core]
      \trepositoryformatversion = 0
      \tfilemode = true
      \tbare = false
      \tlogallrefupdates = true

      """
    let exclude = "# Names that git and Stet leave alone in this folder only, one pattern a line.\n"
    _ = try directory.create("config", Array(config.utf8))
    _ = try directory.create("info/exclude", Array(exclude.utf8))
    _ = try directory.create("description", Array("A folder that people and agents write together.\n".utf8))
    // HEAD is last: it makes the directory a repository.
    _ = try directory.create("HEAD", Array("ref: refs/heads/\(branch)\n".utf8))
  }
}
