package import GitObjects

/// A file or folder, and what is to be done with it.
package struct ClaimItem: Hashable, Sendable, Codable {
  /// The file or folder; it need not exist.
  package var path: WorkspacePath
  /// What for.
  package var intent: ClaimIntent

  /// Makes an item.
  package init(_ path: WorkspacePath, _ intent: ClaimIntent) {
    self.path = path
    self.intent = intent
  }

  /// Whether the two cannot be at the same time.
  ///
  /// Readers wait for writers, writers for both; a claim on a folder says nothing of what is in it, unless the folder is
  /// deleted, moved or replaced. A file holds nothing, so that nobody need know which of the two a path is.
  package func conflicts(with other: ClaimItem) -> Bool {
    if path == other.path { return !(intent.isReading && other.intent.isReading) }
    if other.path.isBelow(path) { return intent.takesContents }
    if path.isBelow(other.path) { return other.intent.takesContents }
    return false
  }

  /// Whether a change of the kind at a path is part of what the item is for.
  package func allows(_ change: ClaimItem) -> Bool {
    guard !intent.isReading || change.intent.isReading else { return false }
    return path == change.path || (intent.takesContents && change.path.isBelow(path))
  }
}
