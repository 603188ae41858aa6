package import GitObjects
internal import Glibc

/// What `RepositoryCheck` judges, as values.
package struct RepositoryFacts: Hashable, Sendable {
  /// A text file: its path relative to the workspace's root, or absolute, and its content.
  package struct File: Hashable, Sendable {
    /// The path.
    package var path: String
    /// The content.
    package var text: String

    /// Makes a file.
    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// Whether `.git` is a file that points elsewhere (a linked work tree, a submodule).
  package var isGitFile = false
  /// Configuration files; the repository's own, and others that the caller wants judged (the user's).
  package var configuration: [File] = []
  /// Attribute files of the work tree, and `.git/info/attributes`.
  package var attributes: [File] = []
  /// Names that were found in `.git`, such as `shallow`, `worktrees/a`, `modules`, `hooks/pre-commit`.
  package var entries: Set<String> = []
  /// Paths of gitlinks in the commit that is adopted.
  package var gitlinks: [String] = []
  /// What the index's form is called where it is not handled; nil where it is.
  package var indexForm: String?

  /// Makes facts of nothing: a plain repository.
  package init() {}

  /// Looks at a folder's repository without opening it, so that those are judged too that libgit2 cannot open.
  ///
  /// - Parameter attributeFiles: paths of attribute files below the root, besides the root's own.
  /// - Throws: `.failed` where a file is there and cannot be read.
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
