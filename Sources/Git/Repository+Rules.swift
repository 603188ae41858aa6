internal import CGit2
package import GitObjects

extension Repository {
  /// Whether the ignore rules (`.gitignore` files, `.git/info/exclude`, `core.excludesFile` of this repository) leave a
  /// path out; a path below an ignored folder is ignored.
  ///
  /// The user's global excludes are not read: what is recorded must not depend on who runs this. Whoever wants them
  /// gives their text to `addIgnoreRules(_:)`. Files that changed are read again by themselves. A scan asks once for
  /// each folder and does not descend into an ignored one.
  ///
  /// - Returns: false also where the rules cannot be evaluated: recording too much loses nothing.
  package func isIgnored(_ path: WorkspacePath, isDirectory: Bool) -> Bool {
    var ignored: Int32 = 0
    let name = NameText.encode(path.string) + (isDirectory ? [UInt8(ascii: "/")] : []) + [0]
    let status = name.withUnsafeBytes { bytes in
      git_ignore_path_is_ignored(&ignored, handle, bytes.bindMemory(to: CChar.self).baseAddress)
    }
    guard status == 0 else {
      git_error_clear()
      return false
    }
    return ignored == 1
  }

  /// Adds rules in the form of a `.gitignore` at the root, for this object's life, such as the user's global excludes.
  package func addIgnoreRules(_ text: String) {
    _ = git_ignore_add_rule(handle, text)
  }

  /// Forgets ignore rules and attributes that were read, for files that changed within the clock's granularity.
  package func reloadIgnoreRules() {
    _ = git_attr_cache_flush(handle)
  }

  /// The filter that attributes give a path, such as `lfs`; nil for none.
  ///
  /// A path with a filter that is not known must be held, never recorded raw: raw is what the filter was to hide
  /// (review A4).
  package func filter(of path: WorkspacePath) -> String? { attribute("filter", of: path) }

  /// Whether attributes say that a path has no filter (`-filter`), which is more than saying nothing.
  package func isFilterUnset(of path: WorkspacePath) -> Bool {
    var value: UnsafePointer<CChar>?
    let name = NameText.encode(path.string) + [0]
    let status = name.withUnsafeBytes { bytes in
      git_attr_get(&value, handle, 0, bytes.bindMemory(to: CChar.self).baseAddress, "filter")
    }
    return status == 0 && git_attr_value(value) == GIT_ATTR_VALUE_FALSE
  }

  /// The merge driver that attributes give a path, such as `union`; nil for none.
  package func mergeDriver(of path: WorkspacePath) -> String? { attribute("merge", of: path) }

  /// The text value of an attribute of a path; nil where it is unspecified, set or unset without a value.
  ///
  /// Attributes come from the work tree's files and `.git/info/attributes`.
  package func attribute(_ attribute: String, of path: WorkspacePath) -> String? {
    var value: UnsafePointer<CChar>?
    let name = NameText.encode(path.string) + [0]
    let status = name.withUnsafeBytes { bytes in
      git_attr_get(&value, handle, 0, bytes.bindMemory(to: CChar.self).baseAddress, attribute)
    }
    guard status == 0, let value, git_attr_value(value) == GIT_ATTR_VALUE_STRING else {
      git_error_clear()
      return nil
    }
    return String(cString: value)
  }
}
