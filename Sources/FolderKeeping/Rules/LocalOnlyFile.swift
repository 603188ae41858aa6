internal import Documents
internal import FileSystem
internal import GitObjects
internal import LocalState

/// The result of the last search for published local-only files, in `.git/stet/published-local-only`: a line with the
/// rules' mark and the tree, then a line for each path that the person was asked about. A start searches only the
/// changes since.
struct LocalOnlyFile {
  private static let file = StoredFile("published-local-only")

  /// The folder's files.
  let tree: any FileTree

  /// Returns the tree and the paths; nil if there is no file or its rules have another mark.
  func read(mark: ObjectID) -> (tree: ObjectID, asked: [WorkspacePath])? {
    guard let content = try? tree.read(Self.file.location, limit: 1 << 26) else { return nil }
    var lines = String(decoding: content.bytes, as: UTF8.self).split(separator: "\n")[...]
    let ids = lines.popFirst()?.split(separator: " ") ?? []
    // A truncated file lacks the last line.
    guard ids.count == 2, ids[0] == mark.hex, let tree = ObjectID(hex: ids[1]), lines.popLast() == "end" else {
      return nil
    }
    return (tree, lines.compactMap { try? WorkspacePath(TrailerText.unescape($0)) })
  }

  /// Writes the file; if that fails, the next start searches everything.
  func keep(mark: ObjectID, _ tree: ObjectID, _ asked: [WorkspacePath]) {
    let paths = asked.map { TrailerText.escape($0.string) + "\n" }.joined()
    try? Self.file.write(Array("\(mark.hex) \(tree.hex)\n\(paths)end\n".utf8), .volatile, in: self.tree)
  }
}
