package import Documents
package import GitObjects
internal import Merge
internal import Values

/// The search for the creator of a file and its last author, from a tip into the past; it can be interrupted and
/// continued.
///
/// A commit whose parent has the same version of the file did not change it, and Stet's own merges combine the words of
/// others. Both are skipped, as `stet provenance` does with git's help. Behind a merge of several versions each branch
/// is searched: of two branches that both created the file, the earlier one counts.
package struct OriginWalk: Sendable {
  /// One change of the file.
  package struct Step: Hashable, Sendable {
    /// The author of the change.
    package var author: Author
    /// The author's name, as the commit has it.
    package var name: String
    /// Its time, ISO 8601.
    package var time: String
    fileprivate var seconds: Int64
    fileprivate var place: Place

    /// The change in the form of a document's provenance.
    package var mark: Provenance.Mark {
      Provenance.Mark(name: name, kind: author.kind, time: time)
    }
  }

  fileprivate struct Place: Hashable {
    var commit: ObjectID
    var path: String

    func isSame(as other: Place) -> Bool { commit == other.commit && path.hasSameBytes(as: other.path) }
  }

  /// The file's version at the tip.
  package let version: ObjectID
  /// The last change; nil before it is found.
  package private(set) var modified: Step?
  /// The change that created the file; nil before all branches are examined.
  package var created: Step? { isDone ? oldest : nil }
  /// Whether the last call ended at an object that could not be read; the next one retries.
  package private(set) var isStuck = false
  /// The commit where the search began.
  let tip: ObjectID
  private let path: String
  /// Commits that have the file and were not examined, each with the file's name there.
  private var waiting: [Place]
  /// The places that were examined while others waited: clocks differ, and a branch that is examined late must not
  /// examine the common history again.
  private var examined: Set<Place> = []
  /// The oldest change found so far that created the file.
  private var oldest: Step?
  /// Whether `oldest` and `waiting` come from below the last change alone, and not from a branch beside it.
  private var isSole = false
  /// The state of an earlier search of the same file; this one continues from it when it reaches it.
  private var earlier: Earlier?

  private struct Earlier {
    var tip: ObjectID
    var modified: Step?
    var oldest: Step?
    var waiting: [Place]
    var isSole: Bool
    /// Whether this search has reached the beginning of the earlier one.
    var isReached = false

    /// Takes over a search, with the state that it reached itself and did not take over.
    init(_ walk: OriginWalk) {
      tip = walk.tip
      modified = walk.modified
      oldest = walk.oldest
      waiting = walk.waiting
      isSole = walk.isSole
      guard let before = walk.earlier, before.isReached else { return }
      waiting += before.waiting.filter { !walk.waiting.contains($0) }
      if let found = before.oldest { oldest = OriginWalk.older(oldest, found) }
    }
  }

  /// Begins at a tip.
  ///
  /// - Parameter earlier: a search of the same file from an earlier tip, which need not have reached its end.
  package init(of path: String, version: ObjectID, at tip: ObjectID, after earlier: OriginWalk? = nil) {
    self.path = path
    self.version = version
    self.tip = tip
    waiting = [Place(commit: tip, path: path)]
    self.earlier = earlier.map(Earlier.init)
  }

  /// Whether nothing is left to examine.
  package var isDone: Bool { waiting.isEmpty }

  /// Whether another call can examine more commits.
  package var canContinue: Bool { !isDone && !isStuck }

  /// Examines more commits, up to the first object that cannot be read.
  ///
  /// - Parameter mayGoOn: called after each commit.
  mutating func advance(_ graph: CommitGraph, _ editor: TreeEditor, while mayGoOn: () -> Bool) {
    isStuck = false
    repeat {
      var taken: Place?
      do throws(ObjectStoreError) {
        taken = try takeNewest(graph)
        guard let place = taken else { return }
        if takeOver(at: place) { continue }
        try look(at: place, graph, editor)
      } catch {
        // Kept for the next call: without it the walk would count as done.
        if let taken { waiting.append(taken) }
        isStuck = true
        return
      }
    } while mayGoOn()
  }

  /// Continues with the state of the earlier search if this one has reached its beginning or the change that it found.
  private mutating func takeOver(at place: Place) -> Bool {
    guard let earlier else { return false }
    switch meeting(with: earlier, at: place) {
    case .none: return false
    case .tip:
      if modified == nil, !waiting.isEmpty, let change = earlier.modified?.place {
        // A waiting branch may have a later change than the last one of the earlier search.
        self.earlier?.isReached = true
        wait(for: change.commit, change.path)
        return true
      }
    case .change:
      // The other branches of the earlier search need not be in the history of the change.
      guard earlier.isSole || earlier.isReached else { return false }
    }
    // A merge is an answer only if nothing else is left.
    if modified == nil, waiting.isEmpty || earlier.modified?.author != .sync {
      isSole = earlier.isSole && waiting.isEmpty && oldest == nil
      modified = earlier.modified
    }
    if let found = earlier.oldest { noteCreation(found) }
    for place in earlier.waiting { wait(for: place.commit, place.path) }
    // From now on the change only ends a branch.
    self.earlier?.oldest = nil
    self.earlier?.waiting = []
    self.earlier?.isReached = true
    return true
  }

  /// The part of an earlier search that a search has reached.
  private enum Meeting { case none, tip, change }

  private func meeting(with earlier: Earlier, at place: Place) -> Meeting {
    if let change = earlier.modified?.place, place.isSame(as: change) { return .change }
    return place.isSame(as: Place(commit: earlier.tip, path: path)) ? .tip : .none
  }

  private mutating func takeNewest(_ graph: CommitGraph) throws(ObjectStoreError) -> Place? {
    guard waiting.count > 1 else { return waiting.popLast() }
    var newest = (index: 0, seconds: Int64.min)
    for (index, place) in waiting.enumerated() {
      let seconds = try graph.commit(place.commit).author.seconds
      if seconds > newest.seconds { newest = (index, seconds) }
    }
    return waiting.remove(at: newest.index)
  }

  private mutating func look(
    at place: Place, _ graph: CommitGraph, _ editor: TreeEditor
  ) throws(ObjectStoreError) {
    let (id, path) = (place.commit, place.path)
    if !waiting.isEmpty { examined.insert(place) }
    let commit = try graph.commit(id)
    let present = try editor.entry(at: path, of: commit.tree)?.id
    var before: [ObjectID] = []
    for parent in commit.parents {
      guard let entry = try editor.entry(at: path, of: graph.commit(parent).tree) else { continue }
      if entry.id == present {
        wait(for: parent, path)
        return
      }
      before.append(parent)
    }
    let message = try graph.message(of: id)
    let author = try graph.author(of: id)
    let step = Step(
      author: author, name: author.signatureName(person: commit.author.name),
      time: ISOTime.text(commit.author.seconds, offset: commit.author.offset), seconds: commit.author.seconds,
      place: place)
    if author != .sync { noteChange(step) }
    if before.isEmpty, let parent = commit.parents.first, let name = message.renamed.nameBefore(path),
      try editor.entry(at: name, of: graph.commit(parent).tree) != nil
    {
      wait(for: parent, name)
    } else if before.isEmpty {
      if waiting.isEmpty { noteChange(step) }
      noteCreation(step)
    } else {
      for parent in before { wait(for: parent, path) }
    }
  }

  /// Takes a change as the last one, unless a later one is known.
  private mutating func noteChange(_ step: Step) {
    guard modified == nil else { return }
    isSole = waiting.isEmpty && oldest == nil
    modified = step
  }

  /// Takes a change as the one that created the file, unless an older one is known.
  private mutating func noteCreation(_ step: Step) { oldest = Self.older(oldest, step) }

  /// Returns the older one of two creations. Of two in one second it is the one that was examined last, which git lists
  /// last.
  private static func older(_ known: Step?, _ found: Step) -> Step {
    guard let known, known.seconds < found.seconds else { return found }
    return known
  }

  private mutating func wait(for commit: ObjectID, _ path: String) {
    let place = Place(commit: commit, path: path)
    if !waiting.contains(place), !examined.contains(place) { waiting.append(place) }
  }
}

extension TipLedger {
  /// Continues the search for the creator and the last author of a file; nil if the tip has no file there.
  ///
  /// If the time ends before the history, the file waits in `origins` for the rest of the search.
  ///
  /// - Parameter end: the end of the search, monotonic nanoseconds; at least one commit is examined.
  package func origin(of path: WorkspacePath, until end: Int64) -> OriginWalk? {
    guard let tip, let entry = (try? entry(at: path)) ?? nil, entry.mode != .tree, entry.mode != .gitlink else {
      return nil
    }
    var walk: OriginWalk
    let earlier = origins[path]
    if let earlier, earlier.tip == tip || !earlier.isDone && earlier.version == entry.id {
      walk = earlier
    } else {
      walk = OriginWalk(of: path.string, version: entry.id, at: tip, after: earlier)
    }
    if !walk.isDone { walk.advance(graph, editor, while: { time.now().monotonic < end }) }
    origins.note(walk, of: path)
    return walk
  }
}
