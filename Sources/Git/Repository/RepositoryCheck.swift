/// The rules for adopting an existing repository: each peculiarity is handled by a rule, or refused with the line that
/// causes it (review A4). Pure; run again whenever the configuration or an attribute file changes.
package enum RepositoryCheck {
  /// Returns the findings: refusals first, in the order of files and lines.
  package static func findings(_ facts: RepositoryFacts) -> [Finding] {
    var found = entries(facts)
    for file in facts.configuration {
      for line in ConfigurationLine.parse(file.text) {
        guard let rule = rule(for: line) else { continue }
        found.append(
          Finding(
            verdict: rule.verdict, subject: "\(line.name) = \(line.value)", place: "\(file.path):\(line.line)",
            explanation: rule.explanation))
      }
    }
    for file in facts.attributes { found += attributes(file) }
    return found.filter { $0.verdict == .refused } + found.filter { $0.verdict == .handled }
  }

  private static func entries(_ facts: RepositoryFacts) -> [Finding] {
    var found: [Finding] = []
    func add(_ verdict: Finding.Verdict, _ subject: String, _ place: String, _ explanation: String) {
      found.append(Finding(verdict: verdict, subject: subject, place: place, explanation: explanation))
    }
    if facts.isGitFile {
      add(.refused, "linked work tree", ".git", "the repository is elsewhere; use the folder that holds it, or a clone")
    }
    if let form = facts.indexForm {
      add(.refused, form, ".git/index", "run 'git update-index --no-split-index' or 'git sparse-checkout disable'")
    }
    for name in facts.entries.sorted() {
      let place = ".git/" + name
      switch name {
      case "shallow": add(.refused, "shallow history", place, "run 'git fetch --unshallow' first")
      case "info/grafts": add(.refused, "grafted history", place, "remove the file; history is read without grafts")
      case "reftable": add(.refused, "reftable", place, "run 'git refs migrate --ref-format=files' first")
      case "modules": add(.handled, "submodules", place, "submodules are never entered, their entries never changed")
      case "objects/info/alternates": add(.handled, "alternates", place, "objects borrowed from there are read")
      case let name where name.hasPrefix("worktrees/"):
        add(.handled, "linked work tree", place, "only this folder is recorded; linked work trees are left to git")
      case let name where name.hasPrefix("hooks/"):
        add(.handled, "hook", place, "hooks run for git's own commands only, not for recorded changes")
      default: break
      }
    }
    if let first = facts.gitlinks.first {
      add(.handled, "submodules", first, "submodules are never entered, their entries never changed")
    }
    return found
  }

  /// The advice for a setting that git itself writes on a disk without modes or links. A change of the setting would not
  /// help on that disk.
  private static let otherDisk =
    "git sets this on a disk that keeps no modes or links, such as vfat: use a disk that keeps them"

  private static func rule(for line: ConfigurationLine) -> (verdict: Finding.Verdict, explanation: String)? {
    switch line.name {
    case "core.autocrlf":
      guard !line.isFalse else { return nil }
      let commands = "'git config core.autocrlf false', 'git read-tree HEAD' and 'git checkout-index -af'"
      return (.refused, "line endings would be converted; commit all, then run \(commands)")
    case "core.eol":
      return line.value.lowercased() == "crlf"
        ? (.refused, "line endings would be converted; run 'git config core.eol lf'") : nil
    case "core.sparsecheckout", "core.sparsecheckoutcone", "index.sparse":
      return line.isTrue && line.name != "core.sparsecheckoutcone"
        ? (.refused, "files that are not checked out would look deleted; run 'git sparse-checkout disable'") : nil
    case "core.splitindex":
      return line.isTrue ? (.refused, "run 'git update-index --no-split-index' and unset it") : nil
    case "core.worktree": return (.refused, "the work tree is elsewhere; use that folder, or unset it")
    case "core.bare": return line.isTrue ? (.refused, "a repository without a work tree has no documents") : nil
    case "core.repositoryformatversion": return Int(line.value).map { $0 <= 1 } == true ? nil : (.refused, "unknown")
    case "core.ignorecase", "core.precomposeunicode":
      return line.isTrue ? (.handled, "names are compared by their bytes, as on Linux") : nil
    case "core.filemode":
      let remedy = "there, run 'git config core.fileMode true', and chmod what 'git diff' shows"
      return line.isFalse ? (.refused, "the modes of the files here would be recorded; \(otherDisk); \(remedy)") : nil
    case "core.symlinks":
      let remedy = "there, run 'git config core.symlinks true', then 'git restore' the links that 'git diff' shows"
      return line.isFalse ? (.refused, "symbolic links would be recorded as files; \(otherDisk); \(remedy)") : nil
    case "core.hookspath": return (.handled, "hooks run for git's own commands only, not for recorded changes")
    case "core.fsmonitor", "core.untrackedcache":
      return line.isFalse ? nil : (.handled, "the untracked cache is left out of the index; git rebuilds it")
    case "commit.gpgsign": return line.isTrue ? (.handled, "recorded commits are not signed") : nil
    case let name where name.hasPrefix("include."), let name where name.hasPrefix("includeif."):
      return (.refused, "settings in other files are not followed; move them here, or to your own configuration")
    case let name where name.hasPrefix("remote.") && name.hasSuffix(".promisor"),
      let name where name.hasSuffix(".partialclonefilter"):
      return (.refused, "objects are missing until git fetches them; make a full clone")
    case let name where name.hasPrefix("submodule."):
      return (.handled, "submodules are never entered, their entries never changed")
    case let name where name.hasPrefix("extensions."): return rule(forExtension: name, line.value.lowercased())
    default: return nil
    }
  }

  private static func rule(
    forExtension name: String, _ value: String
  ) -> (verdict: Finding.Verdict, explanation: String)? {
    switch (name, value) {
    case ("extensions.noop", _), ("extensions.objectformat", "sha1"), ("extensions.refstorage", "files"): nil
    case ("extensions.objectformat", _): (.refused, "ids of this kind cannot be read; use a repository with SHA-1")
    case ("extensions.refstorage", _): (.refused, "run 'git refs migrate --ref-format=files' first")
    case ("extensions.worktreeconfig", _):
      (.refused, "run 'git sparse-checkout disable', then 'git config --unset extensions.worktreeConfig'")
    case ("extensions.partialclone", _): (.refused, "objects are missing until git fetches them; make a full clone")
    default: (.refused, "this extension is not known; the repository cannot be opened with it")
    }
  }
}

extension RepositoryCheck {
  /// Returns the findings for the lines of an attribute file.
  ///
  /// In a folder below the root, attributes that change no bytes at a checkout are no findings: they are common in
  /// unpacked sources, and git applies them only to what the person adds with git.
  static func attributes(_ file: RepositoryFacts.File) -> [Finding] {
    var found: [Finding] = []
    let isBelow = file.path.contains("/") && !file.path.hasPrefix("/") && !file.path.hasPrefix(".git/")
    for (number, raw) in file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      for attribute in words(of: raw) {
        if isBelow, attribute == "text" || attribute == "eol=lf" { continue }
        guard let rule = rule(forAttribute: attribute) else { continue }
        found.append(
          Finding(
            verdict: rule.verdict, subject: String(attribute), place: "\(file.path):\(number + 1)",
            explanation: rule.explanation))
      }
    }
    return found
  }

  /// Returns the attributes of a line without its pattern, which may be quoted.
  private static func words(of line: Substring) -> [Substring] {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    guard let first = rest.first, first != "#" else { return [] }
    if first == "\"" {
      rest = rest.dropFirst()
      var isEscaped = false
      while let character = rest.first, character != "\"" || isEscaped {
        isEscaped = character == "\\" && !isEscaped
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst()
    } else {
      rest = rest.drop { $0 != " " && $0 != "\t" }
    }
    return rest.split { $0 == " " || $0 == "\t" }
  }

  private static func rule(forAttribute word: Substring) -> (verdict: Finding.Verdict, explanation: String)? {
    // "-name" and "!name" remove an attribute, which leaves the bytes unchanged.
    guard word.first != "-", word.first != "!" else { return nil }
    let parts = word.split(separator: "=", maxSplits: 1)
    let value = parts.count > 1 ? String(parts[1]) : nil
    switch parts.first.map(String.init) {
    case "filter" where value != "lfs" && value != nil:
      return (.handled, "files with this filter are held: kept here, neither recorded raw nor sent anywhere")
    case "text" where value != "auto":
      return (.refused, "line endings would be converted; use 'text=auto', or remove the attribute")
    case "eol": return (.refused, "line endings would be converted; remove the attribute")
    case "crlf": return (.refused, "line endings would be converted; remove the attribute")
    case "working-tree-encoding": return (.refused, "content would be converted; remove the attribute")
    case "ident": return (.refused, "content would be changed at check-out; remove the attribute")
    default: return nil
    }
  }
}

/// A property of a repository that decides whether and how the repository can be adopted (review A4).
package struct Finding: Hashable, Sendable {
  /// The consequence for adoption.
  package enum Verdict: String, Hashable, Sendable {
    /// The folder is not adopted until this is changed.
    case refused
    /// The folder is adopted by the rule in `explanation`.
    case handled
  }

  /// The consequence.
  package var verdict: Verdict
  /// The setting, attribute or file, for example `core.autocrlf`.
  package var subject: String
  /// The location as `file:line`, or the file alone.
  package var place: String
  /// The meaning for people and, for a refusal, the remedy.
  package var explanation: String
}

extension Finding: CustomStringConvertible {
  /// The finding as a sentence for people.
  package var description: String { "\(place): \(subject): \(explanation)" }
}
