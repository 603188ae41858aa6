internal import GitObjects

/// Decides whether so many files are gone that a person is asked first (review A14): a function of file counts and
/// times.
///
/// The recorder checks the folder; the exchange checks the changes from the remote and those to publish.
package struct SafetyStop: Hashable, Sendable {
  /// The smallest number of deleted files that is a stop: in a folder of three files, deleting two is ordinary work.
  package static let leastGone = 20
  /// The time in which the greatest count is searched, so that many small batches cannot pass one by one.
  package static let window = Duration.seconds(600)

  private var counts: [(time: Duration, files: Int)] = []

  /// Makes a stop without counts.
  package init() {}

  /// Records the number of files; times are uptime and do not go back.
  package mutating func note(files: Int, at now: Duration) {
    // A count that is followed by a greater one can never be the greatest again.
    while let last = counts.last, last.files <= files { counts.removeLast() }
    counts.append((now, files))
    counts.removeAll { $0.time + Self.window < now }
  }

  /// Returns the greatest count of the window; 0 if there is none.
  package func greatest(at now: Duration) -> Int {
    counts.first { $0.time + Self.window >= now }?.files ?? 0
  }

  /// Returns whether a decrease to this number of files is a stop now.
  package func stops(leaving remaining: Int, at now: Duration) -> Bool {
    Self.stops(from: greatest(at: now), leaving: remaining)
  }

  /// Returns whether a decrease from one count to the other is a stop: more than half gone, and at least 20.
  package static func stops(from greatest: Int, leaving remaining: Int) -> Bool {
    let gone = greatest - remaining
    return gone >= leastGone && gone * 2 > greatest
  }

  /// Compares the recorded counts.
  package static func == (left: SafetyStop, right: SafetyStop) -> Bool {
    left.counts.elementsEqual(right.counts) { $0 == $1 }
  }

  /// Hashes the recorded counts.
  package func hash(into hasher: inout Hasher) {
    for count in counts {
      hasher.combine(count.time)
      hasher.combine(count.files)
    }
  }
}

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
