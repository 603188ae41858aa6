internal import GitObjects
internal import Journal

/// The merged saves that are recent enough to matter. Pure.
struct MergedSaves: Hashable {
  /// The greatest number of saves.
  private static let most = 256

  private var list: [MergedSave] = []

  /// Adds a save.
  mutating func note(_ merged: MergedSave) {
    list.removeAll { $0.version == merged.version }
    list.append(merged)
    if list.count > Self.most { list.removeFirst() }
  }

  /// Returns the saves that still matter, oldest first.
  func young(at seconds: Int64) -> [MergedSave] { list.filter { seconds - $0.seconds < RecentVersions.age } }

  /// Returns the save that a version is the merge of.
  func save(in version: ObjectID) -> ObjectID? { list.last { $0.version == version }?.save }
}
