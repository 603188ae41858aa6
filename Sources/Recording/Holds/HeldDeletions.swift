internal import FileSystem
package import GitObjects
internal import LocalState

/// The deletion of a held file: no commit of the tip has it.
package struct HeldDeletion: Hashable, Sendable, Codable {
  /// The file's path.
  package var path: String
  /// The time, in seconds since 1970.
  package var seconds: Int64
  /// The author of the deletion.
  package var author: AuthorRecord
}

/// The deletions of held files that were seen, oldest first, in `.git/stet/held-deletions`: an undo restores the files.
///
/// Not durable: after a power cut the last ones may be missing, and their versions stay at `refs/stet/held`.
struct HeldDeletions: Hashable, Sendable {
  private static let file = StoredFile("held-deletions")
  /// The greatest number of deletions; the oldest are dropped.
  private static let most = 1_000

  private(set) var list: [HeldDeletion] = []

  /// Reads the deletions; none if they cannot be read.
  init(from tree: any FileTree) { list = Self.file.value([HeldDeletion].self, from: tree, limit: 1 << 24) ?? [] }

  /// Adds deletions and replaces earlier ones of the same paths.
  mutating func note(_ deletions: [HeldDeletion], in tree: any FileTree) {
    let paths = Set(deletions.map { NameKey($0.path) })
    list = (list.filter { !paths.contains(NameKey($0.path)) } + deletions).suffix(Self.most)
    // If the write fails, the list is complete until the next start.
    try? Self.file.write(json: list, .volatile, in: tree)
  }

  /// Forgets the deletions of paths.
  mutating func forget(_ paths: Set<String>, in tree: any FileTree) {
    let keys = Set(paths.map { NameKey($0) })
    guard list.contains(where: { keys.contains(NameKey($0.path)) }) else { return }
    list.removeAll { keys.contains(NameKey($0.path)) }
    try? Self.file.write(json: list, .volatile, in: tree)
  }
}
