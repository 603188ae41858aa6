internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Merge

/// The paths of the files whose deletion the person last had recorded, in `.git/stet/agreed-deletions`, after the id of
/// the change that recorded it, each ended by a NUL. The person is not asked again before the deletion is published.
///
/// The list has the paths and not the commit's deletions: a file that was in use is recorded as deleted a moment later.
struct AgreedDeletions {
  private static let file = StoredFile("agreed-deletions")
  private static let limit: Int64 = 1 << 28

  /// The folder's files.
  let tree: any FileTree

  /// Writes the paths to be deleted. If the write fails, the person is asked again before the publication.
  ///
  /// - Parameter change: the id of the change that recorded the deletion; nil if nothing was recorded yet.
  func note(_ paths: [WorkspacePath], in change: String? = nil) {
    let items = [change ?? ""] + paths.map(\.string)
    try? Self.file.write(items.flatMap { Array($0.utf8) + [0] }, .content, in: tree)
  }

  /// The id of the change that recorded the deletion; nil if nothing was recorded yet.
  var change: String? { items.first.flatMap { $0.isEmpty ? nil : $0 } }

  private var items: [String] {
    guard let content = try? tree.read(Self.file.location, limit: Self.limit) else { return [] }
    // Each item ends with a NUL, so nothing follows the last one.
    return content.bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether the deletions from one tree to another cause no safety stop when the agreed ones are not counted.
  ///
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read.
  func explain(from old: ObjectID, to new: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> Bool {
    let agreed = Set(items.dropFirst().map { NameKey($0) })
    guard !agreed.isEmpty else { return false }
    let gone = try TreeDiff.changes(from: old, to: new, in: store).filter { $0.new == nil }.map { NameKey($0.path) }
    let files = try Tree.flatten(old, in: store).count
    return !SafetyStop.stops(from: files, leaving: files - Set(gone).subtracting(agreed).count)
  }
}
