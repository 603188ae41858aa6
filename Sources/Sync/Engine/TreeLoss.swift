internal import GitObjects

/// What a step from one tree to another takes away.
struct TreeLoss {
  /// The files that are in the first tree and not in the second.
  var gone: [TreeChange]
  /// Files in the first tree; counted only where enough are gone for a safety stop, else nil.
  var before: Int?
  /// Files in the second tree, likewise.
  var after: Int?

  /// Whether it is a safety stop (review A14).
  var stops: Bool {
    guard let before, let after else { return false }
    return SafetyStop.stops(from: before, leaving: after)
  }

  /// Compares two trees, opening only what differs; a folder is counted whole only where at least 20 files are gone.
  static func find(from old: ObjectID, to new: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> TreeLoss
  {
    let changes = try TreeDiff.changes(from: old, to: new, in: store)
    let gone = changes.filter { $0.new == nil }
    guard gone.count >= SafetyStop.leastGone else { return TreeLoss(gone: gone) }
    let before = try count(old, in: store)
    return TreeLoss(gone: gone, before: before, after: before - gone.count + changes.count { $0.old == nil })
  }

  /// Counts the files of a tree.
  static func count(_ root: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> Int {
    var files = 0
    var pending = [root]
    while let id = pending.popLast() {
      for entry in try store.tree(id).entries {
        if entry.mode == .tree { pending.append(entry.id) } else { files += 1 }
      }
    }
    return files
  }
}
