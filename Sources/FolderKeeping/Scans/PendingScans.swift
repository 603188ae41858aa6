package import GitObjects

/// The folders that must be read again when recording allows it. Pure.
package struct PendingScans: Hashable, Sendable {
  /// Whether everything must be read again.
  private(set) var isOfAll = false
  /// The folders that must be read again.
  private(set) var folders: Set<WorkspacePath> = []

  /// Whether nothing must be read.
  var isEmpty: Bool { !isOfAll && folders.isEmpty }

  /// The number of scans that wait, for the status.
  var count: Int { folders.count + (isOfAll ? 1 : 0) }

  /// Requests a scan of everything.
  package mutating func addAll() { isOfAll = true }

  /// Requests scans of folders.
  package mutating func add(_ new: some Sequence<WorkspacePath>) { folders.formUnion(new) }

  /// Removes and returns the folders.
  mutating func takeFolders() -> Set<WorkspacePath> {
    defer { folders = [] }
    return folders
  }

  /// Removes the request for everything; returns whether there was one.
  mutating func takeAll() -> Bool {
    defer { isOfAll = false }
    return isOfAll
  }
}
