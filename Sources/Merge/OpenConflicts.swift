internal import Documents
package import GitObjects

/// The conflicts that a history holds and nobody settled, kept along with the tip so that listing them walks nothing.
///
/// A conflict is open where a commit of the history records it (`Stet-Conflict`) that stands, and none settles it
/// (`Stet-Resolves`) that stands. What was taken back (`Stet-Undoes`) does not, until that is taken back itself: with a
/// merge go its conflicts, and what settled one settles nothing any more. Nothing depends on the order in which the commits became known: two machines with one tip have one list, and
/// two that settle a conflict at once agree.
package struct OpenConflicts: Hashable, Sendable, Codable {
  /// A conflict with the merge that recorded it.
  package struct Entry: Hashable, Sendable, Codable {
    /// What could not be brought together.
    package var conflict: Conflict
    /// The merge; of several that met the same clash the earliest.
    package var commit: ObjectID
    /// When that was, in seconds since 1970.
    package var seconds: Int64
  }

  /// The commit whose history this is; nil before the first.
  package private(set) var tip: ObjectID?
  /// Every conflict that was recorded, by its id.
  private var recorded: [String: Entry] = [:]
  /// By a conflict's id the merges that record it.
  private var recording: [String: Set<String>] = [:]
  /// By a conflict's id the changes that settle it.
  private var settling: [String: Set<String>] = [:]
  /// By a change's id the changes that take it back.
  private var undoing: [String: Set<String>] = [:]
  /// Those that are open, by their ids.
  private var open: [String: Entry] = [:]

  /// Makes the table of an empty history.
  package init() {}

  /// The open conflicts, by path, then by time.
  package var list: [Entry] {
    open.values.sorted { left, right in
      if !left.conflict.path.hasSameBytes(as: right.conflict.path) {
        return PathText.precedes(left.conflict.path, right.conflict.path)
      }
      return (left.seconds, left.conflict.id) < (right.seconds, right.conflict.id)
    }
  }

  /// Whether this history never had a conflict.
  package var isEmpty: Bool { recorded.isEmpty }

  /// Whether the same conflicts were recorded, settled and opened again in both.
  package func says(sameAs other: OpenConflicts) -> Bool {
    recorded == other.recorded && recording == other.recording && settling == other.settling && undoing == other.undoing
  }

  /// What is open here and was not there, what was open there and is settled here, and what of it does not arise any
  /// more: its merge was taken back, or this history lacks it; by path.
  package func difference(from old: OpenConflicts) -> (opened: [Entry], settled: [Entry], gone: [Entry]) {
    guard !says(sameAs: old) else { return ([], [], []) }
    let closed = old.list.filter { open[$0.conflict.id] == nil }
    return (
      list.filter { old.open[$0.conflict.id] == nil }, closed.filter { isSettled($0.conflict.id) },
      closed.filter { !isSettled($0.conflict.id) }
    )
  }

  /// Takes the commits of a new tip that are not known yet; a tip whose history leaves the old one out needs a table
  /// of its own.
  ///
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read; the table is as it was.
  package mutating func advance(to new: ObjectID, in graph: CommitGraph) throws(ObjectStoreError) {
    guard new != tip else { return }
    var next = self
    let first = try graph.commit(new)
    if let tip, first.parents == [tip] {
      // The tip's next save: nothing else is new.
      next.take(first.message, of: new, at: first.committer.seconds)
      next.tip = new
      self = next
      return
    }
    for id in try graph.commits(from: new, excluding: tip.map { [$0] } ?? []) {
      let commit = try graph.commit(id)
      next.take(commit.message, of: id, at: commit.committer.seconds)
    }
    next.tip = new
    self = next
  }

  /// Makes the table of a tip from what is known of all commits of its history that say anything of conflicts.
  package init(tip: ObjectID, commits: [(id: ObjectID, seconds: Int64, message: String)]) {
    for commit in commits { take(commit.message, of: commit.id, at: commit.seconds) }
    self.tip = tip
  }

  private mutating func take(_ message: String, of id: ObjectID, at seconds: Int64) {
    // Most commits say nothing of conflicts.
    guard message.utf8.count > 20, message.contains("Stet-") else { return }
    let parsed = CommitMessage(parsing: message)
    let conflicts = parsed.conflicts.compactMap(Conflict.init(trailer:))
    guard !conflicts.isEmpty || !parsed.resolves.isEmpty || !parsed.undoes.isEmpty else { return }
    let change = parsed.change ?? id.hex
    for settled in parsed.resolves { settling[settled, default: []].insert(change) }
    // Of several changes at once none settles anything: only an agent's make such a range.
    for range in parsed.undoes where range.first == range.last { undoing[range.first, default: []].insert(change) }
    for conflict in conflicts {
      recording[conflict.id, default: []].insert(change)
      let entry = Entry(conflict: conflict, commit: id, seconds: seconds)
      if let known = recorded[conflict.id], (known.seconds, known.commit) < (seconds, id) { continue }
      recorded[conflict.id] = entry
    }
    open = recorded.filter { id, _ in recording[id]?.contains(where: stands) == true && !isSettled(id) }
  }

  /// Whether something that stands settles a conflict that this history has.
  private func isSettled(_ id: String) -> Bool {
    recorded[id] != nil && settling[id]?.contains(where: stands) == true
  }

  /// Whether a change records or settles a conflict, or takes back what does: to take it back says something of
  /// conflicts too.
  package func concerns(_ change: String) -> Bool { concerns(change, beyond: []) }

  private func concerns(_ change: String, beyond seen: Set<String>) -> Bool {
    if recording.values.contains(where: { $0.contains(change) }) { return true }
    if settling.values.contains(where: { $0.contains(change) }) { return true }
    let seen = seen.union([change])
    return undoing.contains { undone, by in
      by.contains(change) && !seen.contains(undone) && concerns(undone, beyond: seen)
    }
  }

  private func stands(_ change: String) -> Bool { stands(change, beyond: []) }

  /// Whether a change was not taken back; `seen` are those that take each other back in a ring, which nobody made.
  private func stands(_ change: String, beyond seen: Set<String>) -> Bool {
    guard let undone = undoing[change] else { return true }
    let seen = seen.union([change])
    return !undone.contains { !seen.contains($0) && stands($0, beyond: seen) }
  }
}
