internal import FileSystem
internal import GitObjects
internal import LocalState

/// Commits that were recorded here and lost by a power failure or a failing disk, in `.git/stet/lost-history`: one id a
/// line, until they are restored or the person has acknowledged the loss.
struct LostHistory {
  private static let file = StoredFile("lost-history")

  /// The folder's files.
  let tree: any FileTree

  /// The ids of the lost commits.
  var commits: [ObjectID] {
    (Self.file.text(from: tree, limit: 1 << 20) ?? "").split(separator: "\n").compactMap { ObjectID(hex: $0) }
  }

  /// Adds commits. If the write fails, the loss is still in the list of repairs.
  func note(_ lost: [ObjectID]) {
    let known = commits
    let fresh = lost.filter { !known.contains($0) }
    guard !fresh.isEmpty else { return }
    try? Self.file.write((known + fresh).map { $0.hex + "\n" }.joined(), .content, in: tree)
  }

  /// Removes all entries.
  func forget() { try? Self.file.remove(from: tree) }
}
