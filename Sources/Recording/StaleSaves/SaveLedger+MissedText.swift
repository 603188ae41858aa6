internal import Documents
internal import GitObjects
internal import Merge
internal import WorkTree

/// The versions that a save had not seen, merged into it.
struct MissedTexts {
  /// The text after each author's part; each includes those before.
  var texts: [(text: [UInt8], origin: WriteOrigin)] = []
  /// The changes that could not be merged.
  var conflicts: [Conflict] = []
  /// Whether others only appended to the file.
  var isAppended = true
  /// Whether the lines of both are kept where they overlap (`merge=union`).
  var isLog = false

  /// Whether the text already has everything.
  var isNothing: Bool { texts.isEmpty && conflicts.isEmpty }
}

extension SaveLedger {
  /// Merges a text with the versions that it lacks, one by one, so that each author's part is a commit of its own.
  func missedTexts(
    _ unseen: UnseenVersions, over text: [UInt8], at path: WorkspacePath
  ) throws(ObjectStoreError) -> MissedTexts {
    var missed = MissedTexts()
    let driver = try tips.mergeDriver(of: path)
    missed.isLog = driver == .union
    var current = text
    // The newest first: if two of them overlap, the newer one is kept.
    for run in unseen.runs.reversed() {
      guard let first = run.first, let last = run.last else { continue }
      let before = current
      var overlaps = 0
      var texts: [(text: [UInt8], origin: WriteOrigin)] = []
      for step in run {
        // If the previous version is no longer here, all of this one counts as new.
        let base = step.isNew ? [] : (try? store.blob(step.base)) ?? []
        let theirs = try store.blob(step.version.blob)
        if !StaleMerge.isAppended(theirs, to: base) { missed.isAppended = false }
        let merged = StaleMerge(base: base, earlier: theirs, later: current, path: path.string, driver: driver)
        overlaps += merged.overlaps
        guard merged.text != current else { continue }
        current = merged.text
        let origin = restoringOrigin(of: step.version, at: path)
        // Consecutive versions of one author are one commit, which names the last of them.
        if let last = texts.last?.origin, last.isSame(as: origin) { texts.removeLast() }
        texts.append((current, origin))
      }
      if overlaps == 0, let last = missed.texts.last?.origin, let next = texts.first?.origin, last.isSame(as: next) {
        missed.texts.removeLast()
      }
      missed.texts += texts
      // The text before is a commit of its own: the conflict names it.
      guard overlaps > 0 else { continue }
      missed.conflicts.append(
        Conflict(
          path: path.string, reason: .content, base: first.isNew ? nil : first.base, kept: store.id(of: .blob, before),
          other: last.version.blob, store: store))
    }
    return missed
  }

  /// Returns whether a text has everything that a save had not seen. Text that an author replaced at the same place
  /// after the save may be missing.
  func hasAll(of unseen: UnseenVersions, _ text: [UInt8], at path: WorkspacePath) throws(ObjectStoreError) -> Bool {
    var newer: UnseenVersions?
    for run in unseen.runs.reversed() {
      guard let run = UnseenVersions(Array(run)) else { continue }
      let missed = try missedTexts(run, over: text, at: path)
      if !missed.isNothing {
        guard missed.texts.isEmpty, let newer, let last = newer.steps.last, authors(of: run, path).count == 1,
          authors(of: run, path) == authors(of: newer, path),
          try missedTexts(run, over: store.blob(last.version.blob), at: path).texts.isEmpty
        else { return false }
      }
      newer = run
    }
    return true
  }

  private func authors(of unseen: UnseenVersions, _ path: WorkspacePath) -> Set<Author> {
    Set(unseen.steps.filter(\.version.isPlaced).map { origin(of: $0.version, at: path).author })
  }

  /// Returns the origin of the commit that restores a version's text.
  func restoringOrigin(of version: RecentVersion, at path: WorkspacePath) -> WriteOrigin {
    var origin = origin(of: version, at: path)
    origin.subject = "Restore changes that a save of \(path) missed"
    origin.restores = version.commit?.hex
    // The other trailers of its commit are already on record.
    origin.renamed = []
    origin.undoes = []
    origin.resolves = []
    origin.conflicts = []
    return origin
  }

  /// Returns the author of a version; searched in history if it was adopted.
  func origin(of version: RecentVersion, at path: WorkspacePath) -> WriteOrigin {
    if let origin = version.origin { return origin }
    // The author of a merge is unknown; it ranks as a person's.
    let unknown = WriteOrigin(author: .unsure(during: "another machine"))
    guard let commit = version.commit, let ids = try? tips.graph.commits(from: commit, excluding: [], limit: 200) else {
      return unknown
    }
    if let id = ids.first(where: { content(of: path, changedBy: $0) == version.blob }) {
      return (try? WriteOrigin(recordedIn: id, tips.graph)) ?? unknown
    }
    // The step of a merge names the commit of the branch that it added.
    guard content(of: path, changedBy: commit) != nil else { return unknown }
    return (try? WriteOrigin(recordedIn: commit, tips.graph)) ?? unknown
  }

  /// Returns the content that a commit gave a path; nil for a merge, and for a commit that left the path as it was.
  private func content(of path: WorkspacePath, changedBy id: ObjectID) -> ObjectID? {
    guard let commit = try? store.commit(id), commit.parents.count < 2,
      let content = (try? tips.editor.entry(at: path.string, of: commit.tree))??.id
    else { return nil }
    guard let parent = commit.parents.first, let before = try? store.commit(parent),
      (try? tips.editor.entry(at: path.string, of: before.tree))??.id == content
    else { return content }
    return nil
  }
}

extension WriteOrigin {
  /// Returns whether two origins are equal apart from the restored version.
  fileprivate func isSame(as other: WriteOrigin) -> Bool {
    var own = self
    own.restores = other.restores
    return own == other
  }

  /// Makes the origin that a commit records.
  ///
  /// - Throws: `ObjectStoreError` if the commit cannot be read.
  init(recordedIn id: ObjectID, _ graph: CommitGraph) throws(ObjectStoreError) {
    let message = try graph.message(of: id)
    self.init(author: try graph.author(of: id), model: message.model, tool: message.tool)
    if author.ranksAsPerson { person = try graph.commit(id).author }
  }
}
