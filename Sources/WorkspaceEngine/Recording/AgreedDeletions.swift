internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Sync

/// The files whose deletion a person last had recorded, in `.git/stet/agreed-deletions`: their paths, each ended by a NUL.
/// Publishing it is no question again.
///
/// The paths and not what was recorded at once: a file that was in use then is recorded as deleted a moment later.
struct AgreedDeletions {
  private static let file = StoredFile("agreed-deletions")
  private static let limit: Int64 = 1 << 28

  /// The folder's files.
  let tree: any FileTree

  /// Notes what is to be deleted. Where that fails, the person is asked again before it is published.
  func note(_ paths: [WorkspacePath]) {
    try? Self.file.write(paths.flatMap { Array($0.string.utf8) + [0] }, .content, in: tree)
  }

  /// Whether the files that are gone from one tree to another are no safety stop without the noted ones.
  ///
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read.
  func explain(from old: ObjectID, to new: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> Bool {
    guard let content = try? tree.read(Self.file.location, limit: Self.limit) else { return false }
    let agreed = Set(content.bytes.split(separator: 0).map { NameKey(String(decoding: $0, as: UTF8.self)) })
    let gone = try TreeDiff.changes(from: old, to: new, in: store).filter { $0.new == nil }.map { NameKey($0.path) }
    let files = try Tree.flatten(old, in: store).count
    return !SafetyStop.stops(from: files, leaving: files - Set(gone).subtracting(agreed).count)
  }
}
