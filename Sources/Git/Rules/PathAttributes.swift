internal import CGit2
package import GitObjects

/// The ignore rules and the attributes of paths.
package struct PathAttributes {
  let repository: Repository

  /// Returns whether the ignore rules exclude a path: `.gitignore` files, `.git/info/exclude` and this repository's
  /// `core.excludesFile`. A path below an ignored folder is ignored.
  ///
  /// The user's global excludes are not read, because the recorded files must not depend on who runs this. A caller
  /// that wants them passes their text to `addIgnoreRules(_:)`. Changed files are read again automatically. A scan asks
  /// once for each folder and does not descend into an ignored one.
  ///
  /// - Returns: false also if the rules cannot be evaluated: recording too much loses nothing.
  package func isIgnored(_ path: WorkspacePath, isDirectory: Bool) -> Bool {
    guard
      repository.ignoreFiles.mayIgnore(path, further: { repository.settings.text("core.excludesfile") != nil })
    else { return false }
    var ignored: Int32 = 0
    let name = NameText.encode(path.string) + (isDirectory ? [UInt8(ascii: "/")] : []) + [0]
    let status = name.withUnsafeBytes { bytes in
      git_ignore_path_is_ignored(&ignored, repository.handle, bytes.bindMemory(to: CChar.self).baseAddress)
    }
    guard status == 0 else {
      git_error_clear()
      return false
    }
    return ignored == 1
  }

  /// Adds rules in the form of a `.gitignore` at the root for this object's life, for example the user's global
  /// excludes.
  package func addIgnoreRules(_ text: String) {
    repository.ignoreFiles.hasRules = true
    _ = git_ignore_add_rule(repository.handle, text)
  }

  /// Discards cached ignore rules and attributes, for files that changed within the clock's granularity.
  package func reloadIgnoreRules() {
    _ = git_attr_cache_flush(repository.handle)
    repository.quotedAttributes.reload()
    repository.attributeFiles.reload()
    repository.ignoreFiles.reload()
  }

  /// Begins to read the rule files of a folder once for all its paths, or ends it.
  ///
  /// Only for paths whose files were read before: a rule that was saved before a file is then known for it. Beginning
  /// again reads the rule files again.
  package func keepAnswers(_ keeps: Bool) {
    repository.attributeFiles.keepAnswers(keeps)
    repository.ignoreFiles.keepAnswers(keeps)
  }

  /// The filter that attributes give a path.
  package enum Filter: Hashable, Sendable {
    /// A filter of this name, for example `lfs`.
    case named(String)
    /// Attributes unset the filter (`-filter`).
    case unset
    /// No line names a filter.
    case unspecified
  }

  /// Returns the filter of a path by the files of the work tree and `.git/info/attributes`; a file that the work tree had
  /// and lacks is that of git's index.
  ///
  /// A path with an unknown filter must be held and never recorded raw, because the raw content is what the filter
  /// hides (review A4).
  package func filterState(of path: WorkspacePath) -> Filter {
    guard
      repository.attributeFiles.mayHaveFilter(
        path, further: { repository.settings.text("core.attributesfile") != nil }, content: content)
    else { return .unspecified }
    let plain = plainFilter(of: path)
    let name: String? = if case .text(let text) = plain { text } else { nil }
    // Of two filters, the one that Stet does not run must not be overlooked.
    let other = name != "lfs" ? name : nil
    let quoted = repository.quotedAttributes.value(
      of: "filter", at: path, &repository.attributeFiles.missing, content: content)
    let found: String? =
      switch quoted {
      case .text("lfs"): other ?? "lfs"
      case .text(let text): text
      case .set, .unset, .unspecified: other
      case nil: name
      }
    return found.map(Filter.named) ?? ((quoted ?? plain) == .unset ? .unset : .unspecified)
  }

  /// Returns the name of a path's filter; nil if it has none.
  package func filter(of path: WorkspacePath) -> String? {
    if case .named(let name) = filterState(of: path) { name } else { nil }
  }

  /// Returns the filter of a path in the lines that libgit2 reads; nil if it is unspecified there.
  private func plainFilter(of path: WorkspacePath) -> QuotedAttributes.Value? {
    showMissing()
    var value: UnsafePointer<CChar>?
    let name = NameText.encode(path.string) + [0]
    let status = name.withUnsafeBytes { bytes in
      git_attr_get(&value, repository.handle, 0, bytes.bindMemory(to: CChar.self).baseAddress, "filter")
    }
    guard status == 0 else {
      git_error_clear()
      return nil
    }
    switch git_attr_value(value) {
    case GIT_ATTR_VALUE_STRING: return value.map { .text(String(cString: $0)) }
    case GIT_ATTR_VALUE_TRUE: return .set
    case GIT_ATTR_VALUE_FALSE: return .unset
    default: return nil
    }
  }
}

extension Repository {
  /// The ignore rules and the attributes of paths.
  package var pathAttributes: PathAttributes { PathAttributes(repository: self) }
}
