internal import GitObjects
internal import Journal
internal import WorkspaceAPI

/// A file or folder to which a list is restricted, or the whole workspace.
struct PathScope: Sendable {
  private let path: WorkspacePath?

  /// Whether it is the whole workspace.
  var isAll: Bool { path == nil }

  /// Reads the path of a request; nil is the whole workspace.
  ///
  /// - Throws: `VerbError` if the path is not valid.
  init(_ text: String?) throws(VerbError) {
    path = try text.map { text throws(VerbError) in try WorkspacePath(checking: text) }
  }

  /// Returns whether a path is the file, or in the folder.
  func contains(_ text: String) -> Bool {
    guard let path else { return true }
    guard let other = try? WorkspacePath(text) else { return false }
    return other == path || other.isBelow(path)
  }

  /// Returns whether a call was about one of the files.
  func concerns(_ entry: AuditEntry) -> Bool {
    isAll || ([entry.path, entry.other].compactMap(\.self) + (entry.files ?? [])).contains(where: contains)
  }
}
