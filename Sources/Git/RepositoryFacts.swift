package import GitObjects
internal import Glibc

/// The input of `RepositoryCheck` as values.
package struct RepositoryFacts: Hashable, Sendable {
  /// A text file: its content and its path, absolute or relative to the workspace's root.
  package struct File: Hashable, Sendable {
    /// The path.
    package var path: String
    /// The content.
    package var text: String

    /// Creates a file.
    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// Whether `.git` is a file that points elsewhere (a linked work tree, a submodule).
  package var isGitFile = false
  /// Configuration files: the repository's own, and others to check, for example the user's.
  package var configuration: [File] = []
  /// Attribute files of the work tree, and `.git/info/attributes`.
  package var attributes: [File] = []
  /// Names that exist in `.git`, for example `shallow`, `worktrees/a`, `modules`, `hooks/pre-commit`.
  package var entries: Set<String> = []
  /// Paths of gitlinks in the adopted commit.
  package var gitlinks: [String] = []
  /// The name of the index's form if it is not supported; nil if it is.
  package var indexForm: String?

  /// Creates the facts of a plain repository.
  package init() {}

  /// Reads a folder's repository without opening it, so that one that libgit2 cannot open can be checked, too.
  ///
  /// - Parameter attributeFiles: paths of attribute files below the root, besides the root's own.
  /// - Throws: `.failed` if a file exists and cannot be read.
  package init(root: String, attributeFiles: [String] = []) throws(ObjectStoreError) {
    let git = GitDirectory(path: root + "/.git")
    let work = GitDirectory(path: root)
    isGitFile = (work.status(".git")?.st_mode ?? 0) & S_IFMT == S_IFREG
    for name in ["config", "config.worktree"] {
      if let text = try git.text(name) { configuration.append(File(path: ".git/" + name, text: text)) }
    }
    for name in Set([".gitattributes", ".git/info/attributes"] + attributeFiles).sorted() {
      if let text = try work.text(name) { attributes.append(File(path: name, text: text)) }
    }
    for name in ["shallow", "modules", "info/grafts", "objects/info/alternates", "reftable"] where git.exists(name) {
      entries.insert(name)
    }
    for name in git.names(in: "worktrees") { entries.insert("worktrees/" + name) }
    for name in git.names(in: "hooks") where !name.hasSuffix(".sample") { entries.insert("hooks/" + name) }
    if let index = try git.read("index") {
      do throws(IndexFile.Failure) {
        _ = try IndexFile(index, isTrusted: true)
      } catch {
        if case .refused(let form) = error { indexForm = form }
      }
    }
  }
}
