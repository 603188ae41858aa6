internal import Documents
package import GitObjects

/// The unresolved conflicts of a history, kept with the tip so that listing them walks no commits.
///
/// A conflict is open if an effective commit of the history records it (`Stet-Conflict`) and no effective commit
/// settles it (`Stet-Resolves`), except commits in that commit's own history: a clash that arises again after it was
/// settled is a new one. A commit is effective unless an effective commit undoes it (`Stet-Undoes`). Undoing a merge
/// therefore removes its conflicts, and undoing a resolution reopens them. The result does not depend on the order in
/// which the commits became known: two machines with one tip have one list, and two that settle a conflict at the same
/// time agree.
package struct OpenConflicts: Hashable, Sendable, Codable {
  /// A conflict with a merge that recorded it.
  package struct Entry: Hashable, Sendable, Codable {
    /// The changes that could not be merged.
    package var conflict: Conflict
    /// The merge that recorded the conflict. Of an open one that several recorded it is the earliest that no resolution
    /// in the history settles.
    package var commit: ObjectID
    /// The time of that merge, in seconds since 1970.
    package var seconds: Int64

    /// Returns whether a merge is earlier than another one.
    fileprivate func precedes(_ other: Entry) -> Bool { (seconds, commit) < (other.seconds, other.commit) }
  }

  /// The commit whose history the table covers; nil before the first.
  package private(set) var tip: ObjectID?
  /// The merges that record a conflict, by the conflict's id and their change.
  private var recording: [String: [String: Entry]] = [:]
  /// The commits that settle a conflict, by the conflict's id and their change.
  private var settling: [String: [String: Set<ObjectID>]] = [:]
  /// The settling changes in the history of a merge that records the same conflict, by the conflict's id and the
  /// merge's change.
  private var known: [String: [String: Set<String>]] = [:]
  /// The changes that undo a change, by the undone change's id.
  private var undoing: [String: Set<String>] = [:]
  /// The open conflicts by id.
  private var open: [String: Entry] = [:]

  /// Makes the table of an empty history.
  package init() {}

  /// The open conflicts, sorted by path, then by time.
  package var list: [Entry] {
    open.values.sorted { left, right in
      if !left.conflict.path.hasSameBytes(as: right.conflict.path) {
        return PathText.precedes(left.conflict.path, right.conflict.path)
      }
      return (left.seconds, left.conflict.id) < (right.seconds, right.conflict.id)
    }
  }

  /// Whether this history never had a conflict.
  package var isEmpty: Bool { recording.isEmpty }

  /// Returns whether both tables record, settle and reopen the same conflicts.
  package func says(sameAs other: OpenConflicts) -> Bool {
    recording == other.recording && settling == other.settling && known == other.known && undoing == other.undoing
  }

  /// Returns the differences from an older table, sorted by path: newly opened conflicts, settled ones, and those that
  /// are gone because their merge was undone or this history lacks it.
  package func difference(from old: OpenConflicts) -> (opened: [Entry], settled: [Entry], gone: [Entry]) {
    guard !says(sameAs: old) else { return ([], [], []) }
    let closed = old.list.filter { open[$0.conflict.id] == nil }
    return (
      list.filter { old.open[$0.conflict.id] == nil }, closed.filter { isSettled($0.conflict.id) },
      closed.filter { !isSettled($0.conflict.id) }
    )
  }

  /// Adds the commits of a new tip that are not known yet. A tip whose history does not contain the old one needs a new
  /// table.
  ///
  /// - Throws: `ObjectStoreError` for the first commit that cannot be read; the table stays unchanged.
  package mutating func advance(to new: ObjectID, in graph: CommitGraph) throws(ObjectStoreError) {
    guard new != tip else { return }
    var next = self
    let first = try graph.commit(new)
    var found: [[Recording]] = []
    if let tip, first.parents == [tip] {
      // The tip's next commit: no other commit is new.
      if let one = try next.take(first, new, in: graph) { found.append(one) }
    } else {
      for id in try graph.commits(from: new, excluding: tip.map { [$0] } ?? []) {
        if let one = try next.take(graph.commit(id), id, in: graph) { found.append(one) }
      }
    }
    // All commits in the history of a merge are known with it, so nothing changes for earlier merges.
    for merge in found.joined() { try next.link(merge, in: graph) }
    if !found.isEmpty { next.decide() }
    next.tip = new
    self = next
  }

  /// Whether a commit may concern conflicts: most do not, and none of another program does.
  private static func mayConcern(
    _ commit: Commit, _ id: ObjectID, _ graph: CommitGraph
  ) throws(ObjectStoreError) -> Bool {
    guard commit.message.utf8.count > 20, commit.message.contains("Stet-") else { return false }
    return try graph.maker(of: id) == .stet
  }

  /// Makes the table of a tip from all commits of Stet's in its history that concern conflicts; a conflict that was
  /// settled stays so until `complete`.
  package init(tip: ObjectID, commits: [(id: ObjectID, seconds: Int64, message: String)]) {
    for commit in commits { _ = take(commit.message, of: commit.id, at: commit.seconds) }
    decide()
    self.tip = tip
  }

  /// Opens the conflicts of a table made from commits that arose again after they were settled. One whose history
  /// cannot be read stays settled.
  package mutating func complete(in graph: CommitGraph) {
    for (conflict, merges) in recording {
      for change in merges.keys { try? link(Recording(conflict: conflict, change: change), in: graph) }
    }
    decide()
  }

  /// A merge that records a conflict.
  private struct Recording {
    /// The conflict's id.
    var conflict: String
    /// The merge's change.
    var change: String
  }

  /// Records the settling changes in a merge's history.
  private mutating func link(_ merge: Recording, in graph: CommitGraph) throws(ObjectStoreError) {
    // A commit that settles a conflict has an earlier merge that records it.
    guard let merges = recording[merge.conflict], merges.count > 1, let end = merges[merge.change]?.commit else {
      return
    }
    for (change, commits) in settling[merge.conflict] ?? [:] {
      for commit in commits where commit != end {
        guard try graph.isAncestor(commit, of: end) else { continue }
        known[merge.conflict, default: [:]][merge.change, default: []].insert(change)
      }
    }
  }

  private mutating func take(
    _ commit: Commit, _ id: ObjectID, in graph: CommitGraph
  ) throws(ObjectStoreError) -> [Recording]? {
    guard try Self.mayConcern(commit, id, graph) else { return nil }
    return take(commit.message, of: id, at: commit.committer.seconds)
  }

  /// Takes what a commit says of conflicts; returns those that it records, nil if it says nothing of any.
  private mutating func take(_ message: String, of id: ObjectID, at seconds: Int64) -> [Recording]? {
    let parsed = CommitMessage(parsing: message)
    let conflicts = parsed.conflicts.compactMap(Conflict.init(trailer:))
    guard !conflicts.isEmpty || !parsed.resolves.isEmpty || !parsed.undoes.isEmpty else { return nil }
    let change = parsed.change ?? id.hex
    for settled in parsed.resolves { settling[settled, default: [:]][change, default: []].insert(id) }
    // A range of several changes is skipped: it covers only changes of an agent, and none of these settles a conflict.
    for range in parsed.undoes where range.first == range.last { undoing[range.first, default: []].insert(change) }
    for conflict in conflicts {
      let entry = Entry(conflict: conflict, commit: id, seconds: seconds)
      if let earlier = recording[conflict.id]?[change], earlier.precedes(entry) { continue }
      recording[conflict.id, default: [:]][change] = entry
    }
    return conflicts.map { Recording(conflict: $0.id, change: change) }
  }

  /// Decides which conflicts are open.
  private mutating func decide() {
    open = [:]
    for (id, merges) in recording {
      let settled = Set((settling[id] ?? [:]).keys.filter(stands))
      let left = merges.filter { change, _ in stands(change) && settled.isSubset(of: known[id]?[change] ?? []) }
      open[id] = left.values.min { $0.precedes($1) }
    }
  }

  /// Returns whether an effective change settles a conflict of this history.
  private func isSettled(_ id: String) -> Bool {
    recording[id] != nil && settling[id]?.keys.contains(where: stands) == true
  }

  /// Returns whether undoing a change affects conflicts: it records or settles one, or undoes a change that does.
  package func concerns(_ change: String) -> Bool { concerns(change, beyond: []) }

  private func concerns(_ change: String, beyond seen: Set<String>) -> Bool {
    if recording.values.contains(where: { $0[change] != nil }) { return true }
    if settling.values.contains(where: { $0[change] != nil }) { return true }
    let seen = seen.union([change])
    return undoing.contains { undone, by in
      by.contains(change) && !seen.contains(undone) && concerns(undone, beyond: seen)
    }
  }

  private func stands(_ change: String) -> Bool { stands(change, beyond: []) }

  /// Returns whether a change is effective, that is, not undone. `seen` ends the recursion in a ring of changes that
  /// undo each other, which no real history contains.
  private func stands(_ change: String, beyond seen: Set<String>) -> Bool {
    guard let undone = undoing[change] else { return true }
    let seen = seen.union([change])
    return !undone.contains { !seen.contains($0) && stands($0, beyond: seen) }
  }
}
