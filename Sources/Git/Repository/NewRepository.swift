package import GitObjects
internal import Glibc

/// The creation of a repository.
package enum NewRepository {
  /// Creates a repository in a folder, as `git init` does, without a commit and with HEAD at `branch`.
  ///
  /// git converts no line endings in it, whatever the person's own configuration says: Stet records a file's bytes.
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
      \tautocrlf = false
      \teol = lf
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
