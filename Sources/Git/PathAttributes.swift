internal import CGit2
package import GitObjects

/// The ignore rules and the attributes of paths.
package struct PathAttributes {
  /// The repository.
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
    _ = git_ignore_add_rule(repository.handle, text)
  }

  /// Discards cached ignore rules and attributes, for files that changed within the clock's granularity.
  package func reloadIgnoreRules() {
    _ = git_attr_cache_flush(repository.handle)
    repository.quotedAttributes.reload()
  }

  /// Returns the filter attribute of a path, for example `lfs`; nil if it has none.
  ///
  /// A path with an unknown filter must be held and never recorded raw, because the raw content is what the filter
  /// hides (review A4).
  package func filter(of path: WorkspacePath) -> String? { attribute("filter", of: path) }

  /// Returns whether attributes unset the filter of a path (`-filter`), as opposed to leaving it unspecified.
  package func isFilterUnset(of path: WorkspacePath) -> Bool {
    if let quoted = repository.quotedAttributes.value(of: "filter", at: path) {
      return quoted == .unset && filter(of: path) == nil
    }
    return plainValue(of: "filter", at: path) == .unset
  }

  /// Returns the text value of a path's attribute; nil if it is unspecified, or set or unset without a value.
  ///
  /// Attributes are read from the work tree's files and `.git/info/attributes`.
  package func attribute(_ attribute: String, of path: WorkspacePath) -> String? {
    let plain: String? = if case .text(let text) = plainValue(of: attribute, at: path) { text } else { nil }
    // Of two filters, the one that Stet does not run must not be overlooked.
    let other = attribute == "filter" && plain != "lfs" ? plain : nil
    return switch repository.quotedAttributes.value(of: attribute, at: path) {
    case .text("lfs"): other ?? "lfs"
    case .text(let text): text
    case .set, .unset, .unspecified: other
    case nil: plain
    }
  }

  /// Returns the value of a path's attribute in the lines that libgit2 reads; nil if it is unspecified there.
  private func plainValue(of attribute: String, at path: WorkspacePath) -> QuotedAttributes.Value? {
    var value: UnsafePointer<CChar>?
    let name = NameText.encode(path.string) + [0]
    let status = name.withUnsafeBytes { bytes in
      git_attr_get(&value, repository.handle, 0, bytes.bindMemory(to: CChar.self).baseAddress, attribute)
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
