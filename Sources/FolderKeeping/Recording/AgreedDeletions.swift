internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Merge

/// The paths of the files whose deletion the person last had recorded, in `.git/stet/agreed-deletions`, each ended by a
/// NUL. The person is not asked again before the deletion is published.
///
/// The list has the paths and not the commit's deletions: a file that was in use is recorded as deleted a moment later.
struct AgreedDeletions {
  private static let file = StoredFile("agreed-deletions")
  private static let limit: Int64 = 1 << 28

  /// The folder's files.
  let tree: any FileTree

  /// Writes the paths to be deleted. If the write fails, the person is asked again before the publication.
  func note(_ paths: [WorkspacePath]) {
    try? Self.file.write(paths.flatMap { Array($0.string.utf8) + [0] }, .content, in: tree)
  }

  /// Returns whether the deletions from one tree to another cause no safety stop when the agreed ones are not counted.
  ///
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read.
  func explain(from old: ObjectID, to new: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> Bool {
    guard let content = try? tree.read(Self.file.location, limit: Self.limit) else { return false }
    let agreed = Set(content.bytes.split(separator: 0).map { NameKey(String(decoding: $0, as: UTF8.self)) })
    let gone = try TreeDiff.changes(from: old, to: new, in: store).filter { $0.new == nil }.map { NameKey($0.path) }
    let files = try Tree.flatten(old, in: store).count
    return !SafetyStop.stops(from: files, leaving: files - Set(gone).subtracting(agreed).count)
  }
}
