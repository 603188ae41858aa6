internal import FileSystem
internal import GitObjects
internal import Sync

/// The deletion of many files that a person last had recorded, in `.git/stet/agreed-deletions`: the trees before and
/// after it. Publishing it is no question again.
struct AgreedDeletions {
  private static let file = StoreFile("agreed-deletions")

  /// The folder's files.
  let tree: any FileTree

  /// Notes a deletion. Where that fails, the person is asked again before it is published.
  func note(from before: ObjectID, to after: ObjectID) {
    try? Self.file.write(Array("\(before.hex) \(after.hex)\n".utf8), durable: true, in: tree)
  }

  /// Whether the files that are gone from one tree to another are no safety stop without those of the noted deletion.
  ///
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read.
  func explain(from old: ObjectID, to new: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> Bool {
    guard let content = try? tree.read(Self.file.location, limit: 1_000) else { return false }
    let ids = String(decoding: content.bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard ids.count == 2, let before = ObjectID(hex: ids[0]), let after = ObjectID(hex: ids[1]) else { return false }
    let agreed = try Self.gone(from: before, to: after, in: store)
    let gone = try Self.gone(from: old, to: new, in: store)
    let files = try Tree.flatten(old, in: store).count
    return !SafetyStop.stops(from: files, leaving: files - gone.subtracting(agreed).count)
  }

  private static func gone(
    from old: ObjectID, to new: ObjectID, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Set<NameKey> {
    Set(try TreeDiff.changes(from: old, to: new, in: store).filter { $0.new == nil }.map { NameKey($0.path) })
  }
}
