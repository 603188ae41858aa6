package import GitObjects
internal import Glibc

/// The input of `RepositoryCheck` as values.
package struct RepositoryFacts: Hashable, Sendable {
  /// A text file: its content and its path, absolute or relative to the workspace's root.
  package struct File: Hashable, Sendable {
    package var path: String
    /// The content.
    package var text: String

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
  /// The attribute files are the root's own and those that git's index lists.
  ///
  /// - Parameter attributeFiles: paths of further attribute files below the root; missing ones are left out.
  /// - Throws: `.failed` if a file exists and cannot be read.
  package init(root: String, attributeFiles: [String] = []) throws(ObjectStoreError) {
    let git = GitDirectory(path: root + "/.git")
    let work = GitDirectory(path: root)
    isGitFile = (work.status(".git")?.st_mode ?? 0) & S_IFMT == S_IFREG
    for name in ["config", "config.worktree"] {
      if let text = try git.text(name) { configuration.append(File(path: ".git/" + name, text: text)) }
    }
    var below = Set(attributeFiles)
    if let index = try git.read("index") {
      do throws(IndexFile.Failure) {
        try below.formUnion(IndexFile(index, isTrusted: true).paths(named: ".gitattributes"))
      } catch {
        if case .refused(let form) = error { indexForm = form }
      }
    }
    for name in [".git/info/attributes", ".gitattributes"] {
      if let text = try work.text(name) { attributes.append(File(path: name, text: text)) }
    }
    for name in below.subtracting([".gitattributes"]).sorted() {
      // git does not read it either if a folder on its path is closed.
      if let text = try? work.text(name) { attributes.append(File(path: name, text: text)) }
    }
    for name in ["shallow", "modules", "info/grafts", "objects/info/alternates", "reftable"] where git.exists(name) {
      entries.insert(name)
    }
    for name in git.names(in: "worktrees") { entries.insert("worktrees/" + name) }
    for name in git.names(in: "hooks") where !name.hasSuffix(".sample") { entries.insert("hooks/" + name) }
  }
}

/// One setting of a git configuration file with its line.
struct ConfigurationLine {
  /// The name in lower case except for the subsection: `core.autocrlf`, `remote.origin.url`.
  var name: String
  /// The value without quotes; `true` if none is given.
  var value: String
  /// The line number, from 1.
  var line: Int

  /// Whether the value is a true boolean.
  var isTrue: Bool { ["true", "yes", "on", "1"].contains(value.lowercased()) }
  /// Whether the value is a false boolean.
  var isFalse: Bool { ["false", "no", "off", "0", ""].contains(value.lowercased()) }

  /// Parses a file's settings; ignores other lines.
  static func parse(_ text: String) -> [ConfigurationLine] {
    var section = ""
    var found: [ConfigurationLine] = []
    for (number, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var line = raw.drop { $0 == " " || $0 == "\t" }
      if line.first == "[", let close = line.lastIndex(of: "]") {
        let head = line[line.index(after: line.startIndex)..<close]
        let words = head.split(separator: " ", maxSplits: 1)
        section = words.first.map { $0.lowercased() } ?? ""
        if words.count > 1 { section += "." + words[1].filter { $0 != "\"" && $0 != "\\" } }
        line = line[line.index(after: close)...].drop { $0 == " " || $0 == "\t" }
      }
      guard let first = line.first, first.isLetter, !section.isEmpty else { continue }
      let sign = line.firstIndex(of: "=")
      let key = line[..<(sign ?? line.endIndex)].filter { $0 != " " && $0 != "\t" }
      let value = sign.map { Self.value(line[line.index(after: $0)...]) } ?? "true"
      found.append(ConfigurationLine(name: section + "." + key.lowercased(), value: value, line: number + 1))
    }
    return found
  }

  private static func value(_ text: Substring) -> String {
    var value = ""
    var isQuoted = false
    for character in text.drop(while: { $0 == " " || $0 == "\t" }) {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == "#" || character == ";" {
        break
      } else {
        value.append(character)
      }
    }
    while let last = value.last, last == " " || last == "\t" { value.removeLast() }
    return value
  }
}
