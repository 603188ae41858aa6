internal import GitObjects
internal import Merge

/// The files that are lost between two trees.
struct TreeLoss {
  /// The files of the first tree that the second lacks.
  var gone: [TreeChange]
  /// The number of files of the second tree that the first lacks.
  var added: Int
  /// The number of files in the first tree; counted only if enough are gone for a safety stop, else nil.
  var before: Int?
  /// The number of files in the second tree, likewise.
  var after: Int? { before.map { $0 - gone.count + added } }

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
    let added = changes.count { $0.old == nil }
    guard gone.count >= SafetyStop.leastGone else { return TreeLoss(gone: gone, added: added) }
    return TreeLoss(gone: gone, added: added, before: try count(old, in: store))
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

/// The delay of deletions before they are published: more than 20 in one burst wait for 2 s without new ones (review
/// A14).
package struct DeletionBurst: Hashable, Sendable {
  /// The number of unpublished deletions that are published at once.
  package static let free = 20
  /// The time without new deletions after which the others are published.
  package static let quiet = Duration.seconds(2)

  private var deletions = 0
  private var last: Duration?

  /// Makes a burst without deletions.
  package init() {}

  /// Records the number of unpublished deletions; a greater one than before continues the burst.
  package mutating func note(unpublished count: Int, at now: Duration) {
    if count > deletions { last = now }
    deletions = count
  }

  /// Returns the time until publishing may begin; nil for none.
  package func wait(at now: Duration) -> Duration? {
    guard deletions > Self.free, let last, last + Self.quiet > now else { return nil }
    return last + Self.quiet - now
  }
}
