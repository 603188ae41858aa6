/// A file of the folder of abilities, with its content.
package struct ShelfFile: Hashable, Sendable {
  /// The path in the workspace.
  package var path: String
  /// The content; nil for a file other than `SKILL.md` and the list of removed defaults, whose content is not needed.
  package var bytes: [UInt8]?

  /// Creates a file.
  package init(path: String, bytes: [UInt8]?) {
    self.path = path
    self.bytes = bytes
  }

  /// Returns whether a file's content is needed.
  package static func isRead(_ path: String) -> Bool {
    path.utf8.elementsEqual(AbilityShelf.removedList.utf8) || slug(of: path) != nil
  }

  /// Returns whether a file is the `SKILL.md` of an ability, with its prompt.
  package static func isPrompt(_ path: String) -> Bool { slug(of: path) != nil }

  /// Returns the name of the ability whose `SKILL.md` is at a path; nil for another path.
  static func slug(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == AbilityShelf.folder, parts[2].utf8.elementsEqual(SkillDocument.fileName.utf8)
    else { return nil }
    return String(parts[1])
  }
}

/// A change of one file.
package struct ShelfEdit: Hashable, Sendable {
  /// The path in the workspace.
  package var path: String
  /// The new content; nil to delete the file.
  package var bytes: [UInt8]?

  /// Creates a change.
  package init(path: String, bytes: [UInt8]?) {
    self.path = path
    self.bytes = bytes
  }
}
