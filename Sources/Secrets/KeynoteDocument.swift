package import FileSystem
package import GitObjects
internal import Permissions

/// The test that distinguishes Keynote presentations from private keys: both are named `*.key` (decision 58).
///
/// A key is never a folder, a ZIP archive or a large file, and a presentation is always one of them.
package enum KeynoteDocument {
  private static let named = IdentityPattern(PatternList.keys)
  private static let archive: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  private static let placeholder = Array("version https://git-lfs.github.com/spec/".utf8)
  /// The maximum size of a key, in bytes; a longer content is no key.
  private static let longestKey = 10_000_000

  /// Whether a path with this content is a presentation, or a part of one.
  package static func holds(_ path: String, _ content: ObjectID, in store: any ObjectStore) -> Bool {
    guard let path = try? WorkspacePath(path) else { return false }
    guard named.covers(PathIdentity(path.name)) else { return true }
    do throws(ObjectStoreError) {
      guard let bytes = try store.blob(content, ofAtMost: longestKey) else { return true }
      return begins(bytes)
    } catch { return false }
  }

  /// Whether the file or folder on disk at a path is a presentation, or a part of one; false if the path does not
  /// exist.
  package static func stands(at path: String, in tree: any FileTree) -> Bool {
    guard let path = try? WorkspacePath(path) else { return false }
    var isNamed = false
    for place in sequence(first: path, next: \.parent) where named.covers(PathIdentity(place.name)) {
      isNamed = true
      guard let stamp = try? tree.stamp(of: FileLocation(place)) else { return false }
      if stamp.kind == .directory { continue }
      guard stamp.kind == .file, begins(head(of: place, in: tree)) else { return false }
    }
    return isNamed
  }

  private static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: archive) || bytes.starts(with: placeholder)
  }

  private static func head(of path: WorkspacePath, in tree: any FileTree) -> [UInt8] {
    var head: [UInt8] = []
    _ = try? tree.readPieces(of: FileLocation(path)) { piece in
      head = Array(piece.prefix(100))
      return false
    }
    return head
  }
}
