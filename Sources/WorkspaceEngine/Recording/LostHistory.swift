internal import FileSystem
internal import GitObjects
internal import LocalState

/// Commits that were recorded here and that a power cut or a failing disk took, in `.git/stet/lost-history`: one id a
/// line, until they are had again or the person has taken note.
struct LostHistory {
  private static let file = StoredFile("lost-history")

  /// The folder's files.
  let tree: any FileTree

  /// The commits.
  var commits: [ObjectID] {
    (Self.file.text(from: tree, limit: 1 << 20) ?? "").split(separator: "\n").compactMap { ObjectID(hex: $0) }
  }

  /// Adds commits. What cannot be noted is lost all the same, and is in the list of repairs.
  func note(_ lost: [ObjectID]) {
    let known = commits
    let fresh = lost.filter { !known.contains($0) }
    guard !fresh.isEmpty else { return }
    try? Self.file.write((known + fresh).map { $0.hex + "\n" }.joined(), .content, in: tree)
  }

  /// Forgets all of them.
  func forget() { try? Self.file.remove(from: tree) }
}
