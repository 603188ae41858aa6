internal import FileSystem
internal import GitObjects

/// Commits that were recorded here and that a power cut or a failing disk took, in `.git/stet/lost-history`: one id a
/// line, until they are had again or the person has taken note.
struct LostHistory {
  private static let location = FileLocation.store("lost-history")

  /// The folder's files.
  let tree: any FileTree

  /// The commits.
  var commits: [ObjectID] {
    guard let content = try? tree.read(Self.location, limit: 1 << 20) else { return [] }
    return String(decoding: content.bytes, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(hex: $0) }
  }

  /// Adds commits. What cannot be noted is lost all the same, and is in the list of repairs.
  func note(_ lost: [ObjectID]) {
    let known = commits
    let fresh = lost.filter { !known.contains($0) }
    guard !fresh.isEmpty else { return }
    let new = FileLocation.store("lost-history.new")
    let text = (known + fresh).map { $0.hex + "\n" }.joined()
    try? tree.remove(new)
    guard (try? tree.create(new, bytes: Array(text.utf8), permissions: 0o600, durable: true)) != nil else { return }
    try? tree.replace(Self.location, with: new)
  }

  /// Forgets all of them.
  func forget() { try? tree.remove(Self.location) }
}
