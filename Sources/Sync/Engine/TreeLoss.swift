internal import GitObjects

/// The files that are lost between two trees.
struct TreeLoss {
  /// The files of the first tree that the second lacks.
  var gone: [TreeChange]
  /// The number of files in the first tree; counted only if enough are gone for a safety stop, else nil.
  var before: Int?
  /// The number of files in the second tree, likewise.
  var after: Int?

  /// Whether the loss is a safety stop (review A14).
  var stops: Bool {
    guard let before, let after else { return false }
    return SafetyStop.stops(from: before, leaving: after)
  }

  /// Compares two trees and opens only differing subtrees; all files are counted only if at least 20 are gone.
  static func find(from old: ObjectID, to new: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> TreeLoss
  {
    let changes = try TreeDiff.changes(from: old, to: new, in: store)
    let gone = changes.filter { $0.new == nil }
    guard gone.count >= SafetyStop.leastGone else { return TreeLoss(gone: gone) }
    let before = try count(old, in: store)
    return TreeLoss(gone: gone, before: before, after: before - gone.count + changes.count { $0.old == nil })
  }

  /// Returns the number of files in a tree.
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
