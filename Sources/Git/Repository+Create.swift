package import GitObjects
internal import Glibc

extension Repository {
  /// Makes a repository in a folder, as `git init` does, with no commit and HEAD at `branch`.
  ///
  /// Files that are there stay as they are, so that running it twice is harmless; the folder itself is made.
  ///
  /// - Throws: `.failed` where the branch's name is not valid or a file cannot be made.
  package static func create(root: String, branch: String) throws(ObjectStoreError) {
    try ReferenceName.check("refs/heads/" + branch)
    guard mkdir(root, 0o777) == 0 || errno == EEXIST else { throw GitError.system("\(root) could not be made") }
    let directory = GitDirectory(path: root + "/.git")
    guard mkdir(directory.path, 0o777) == 0 || errno == EEXIST else {
      throw GitError.system("\(directory.path) could not be made")
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
    // HEAD last: with it the directory becomes a repository.
    _ = try directory.create("HEAD", Array("ref: refs/heads/\(branch)\n".utf8))
  }
}
