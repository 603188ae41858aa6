package import GitObjects

/// A file or folder, and the purpose for which it is claimed.
package struct ClaimItem: Hashable, Sendable, Codable {
  /// The file or folder; it need not exist.
  package var path: WorkspacePath
  /// The purpose.
  package var intent: ClaimIntent

  package init(_ path: WorkspacePath, _ intent: ClaimIntent) {
    self.path = path
    self.intent = intent
  }

  /// Returns whether the two items exclude each other.
  ///
  /// Readers wait for writers, and writers wait for both. A claim on a folder does not include its contents, unless the
  /// folder is deleted, moved or replaced. A claim on a file includes only that path, so the caller need not know
  /// whether a path is a file or a folder.
  package func conflicts(with other: ClaimItem) -> Bool {
    if path == other.path { return !(intent.isReading && other.intent.isReading) }
    if other.path.isBelow(path) { return intent.takesContents }
    if path.isBelow(other.path) { return other.intent.takesContents }
    return false
  }

  /// Returns whether a change at a path is within the purpose of the item.
  package func allows(_ change: ClaimItem) -> Bool {
    guard !intent.isReading || change.intent.isReading else { return false }
    return path == change.path || (intent.takesContents && change.path.isBelow(path))
  }
}
