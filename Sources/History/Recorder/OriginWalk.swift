package import Documents
package import GitObjects

/// The look for who made a file and who changed it last, from a tip into the past; it goes on where it was left.
///
/// A commit whose parent has the same version of the file changed nothing of it, and Stet's own merges put words together
/// that somebody else wrote: both are looked through, as `stet provenance` does with git's help.
package struct OriginWalk: Sendable {
  /// One change of the file.
  package struct Step: Hashable, Sendable {
    /// The author of the change.
    package var author: Author
    /// The author's name, as the commit has it.
    package var name: String
    /// When, ISO 8601.
    package var time: String
    fileprivate var place: Place

    /// As a document says it.
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
  /// The last change; nil before it was found.
  package private(set) var modified: Step?
  /// The change that made the file; nil before it was found.
  package private(set) var created: Step?
  /// Whether the last look ended at an object that could not be read; the next one tries to read it again.
  package private(set) var isStuck = false
  /// Where it began.
  let tip: ObjectID
  private let path: String
  /// Commits that have the file and were not looked at, each with its name there.
  private var waiting: [Place]
  /// The state of an earlier look at the same file: where this one meets it, it goes on there.
  private let earlier: Earlier?

  private struct Earlier {
    var tip: ObjectID
    var modified: Step?
    var created: Step?
    var waiting: [Place]
  }

  /// Begins at a tip.
  ///
  /// - Parameter earlier: a look at the same file from an earlier tip, which need not have come to its end.
  package init(of path: String, version: ObjectID, at tip: ObjectID, after earlier: OriginWalk? = nil) {
    self.path = path
    self.version = version
    self.tip = tip
    waiting = [Place(commit: tip, path: path)]
    self.earlier = earlier.map {
      Earlier(tip: $0.tip, modified: $0.modified, created: $0.created, waiting: $0.waiting)
    }
  }

  /// Whether nothing is left to look at.
  package var isDone: Bool { waiting.isEmpty }

  /// Looks at more commits, until the first object that cannot be read.
  ///
  /// - Parameter mayGoOn: asked after each.
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
        // Kept for the next look: without it the walk would count as done.
        if let taken { wait(for: taken.commit, taken.path) }
        isStuck = true
        return
      }
    } while mayGoOn()
  }

  /// Goes on where the earlier look was left, where this one has come to its beginning or to the change that it found.
  private mutating func takeOver(at place: Place) -> Bool {
    guard let earlier else { return false }
    let change = earlier.modified?.place
    switch meeting(with: earlier, at: place) {
    case .none: return false
    case .tip where modified == nil && change == nil:
      // Branches that wait beside the earlier look matter only as long as the last change is not known.
      waiting += earlier.waiting.filter { !waiting.contains($0) }
    case .tip where modified == nil && !waiting.isEmpty:
      // A branch that waits may have a later change than the one that was the last from there.
      if let change { wait(for: change.commit, change.path) }
      return true
    case .change where modified == nil && !waiting.isEmpty && earlier.modified?.author == .sync:
      // A merge is an answer only where nothing else is left.
      return false
    case .tip, .change:
      modified = modified ?? earlier.modified
      waiting = earlier.waiting
    }
    created = earlier.created
    return true
  }

  /// The part of an earlier look that a look meets.
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
    let commit = try graph.commit(id)
    let standing = try editor.entry(at: path, of: commit.tree)?.id
    var before: [ObjectID] = []
    for parent in commit.parents {
      guard let entry = try editor.entry(at: path, of: graph.commit(parent).tree) else { continue }
      if entry.id == standing {
        wait(for: parent, path)
        return
      }
      before.append(parent)
    }
    let message = CommitMessage(parsing: commit.message)
    let author = message.author ?? .user
    let step = Step(
      author: author, name: author.signatureName(person: commit.author.name),
      time: TimeText.iso8601(seconds: commit.author.seconds, offset: commit.author.offset), place: place)
    if author != .sync, modified == nil {
      modified = step
      waiting = []
    }
    if before.isEmpty, let parent = commit.parents.first, let name = message.renamed.nameBefore(path),
      try editor.entry(at: name, of: graph.commit(parent).tree) != nil
    {
      wait(for: parent, name)
    } else if before.isEmpty {
      created = step
      if modified == nil, waiting.isEmpty { modified = step }
    } else if modified == nil {
      for parent in before { wait(for: parent, path) }
    } else if let first = before.first {
      wait(for: first, path)
    }
  }

  private mutating func wait(for commit: ObjectID, _ path: String) {
    let place = Place(commit: commit, path: path)
    if !waiting.contains(place) { waiting.append(place) }
  }
}

extension Recorder {
  /// Looks on for who made a file and changed it last; nil where the tip has no file there.
  ///
  /// If the time ends before the history, the file waits in `origins` for the rest of the look.
  ///
  /// - Parameter end: when the look ends, monotonic nanoseconds; one commit is always looked at.
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
