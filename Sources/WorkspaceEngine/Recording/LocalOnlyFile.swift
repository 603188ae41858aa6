internal import Documents
internal import FileSystem
internal import GitObjects
internal import LocalState

/// What the last look at published local-only files found, in `.git/stet/published-local-only`: a line of the rules' mark
/// and the tree, and a line for each path that was asked about. A start looks only at what changed since.
struct LocalOnlyFile {
  private static let file = StoredFile("published-local-only")

  /// The folder's files.
  let tree: any FileTree

  /// The tree and the paths; nil where there are none, or rules of another mark found them.
  func read(mark: ObjectID) -> (tree: ObjectID, asked: [WorkspacePath])? {
    guard let content = try? tree.read(Self.file.location, limit: 1 << 26) else { return nil }
    var lines = String(decoding: content.bytes, as: UTF8.self).split(separator: "\n")[...]
    let ids = lines.popFirst()?.split(separator: " ") ?? []
    // One that was cut short has no last line.
    guard ids.count == 2, ids[0] == mark.hex, let tree = ObjectID(hex: ids[1]), lines.popLast() == "end" else {
      return nil
    }
    return (tree, lines.compactMap { try? WorkspacePath(TrailerText.unescape($0)) })
  }

  /// Keeps them; where that fails, the next start looks at all.
  func keep(mark: ObjectID, _ tree: ObjectID, _ asked: [WorkspacePath]) {
    let paths = asked.map { TrailerText.escape($0.string) + "\n" }.joined()
    try? Self.file.write(Array("\(mark.hex) \(tree.hex)\n\(paths)end\n".utf8), .volatile, in: self.tree)
  }
}
