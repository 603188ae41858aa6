internal import Documents
package import GitObjects
package import Merge

/// What a save had not seen, merged into it.
struct MissedTexts {
  /// The text after each author's part; each holds those before.
  var texts: [(text: [UInt8], origin: WriteOrigin)] = []
  /// What could not be brought together.
  var conflicts: [Conflict] = []
  /// Whether others only added to the end of the file.
  var isAppended = true
  /// Whether the lines of both stay wherever they meet (`merge=union`).
  var isLog = false

  /// Whether the text has all of it.
  var isNothing: Bool { texts.isEmpty && conflicts.isEmpty }
}

extension Recorder {
  /// A text with what it lacks, version by version, so that each author's part is a commit of its own.
  func missedTexts(
    _ unseen: UnseenVersions, over text: [UInt8], at path: WorkspacePath
  ) throws(ObjectStoreError) -> MissedTexts {
    var missed = MissedTexts()
    let driver = try mergeDriver(of: path)
    missed.isLog = driver == .union
    var standing = text
    // The newest first: where two of them cannot both stand, the newer one does.
    for run in unseen.runs.reversed() {
      guard let first = run.first, let last = run.last else { continue }
      let before = standing
      var overlaps = 0
      var texts: [(text: [UInt8], origin: WriteOrigin)] = []
      for step in run {
        // Where the version before is not here any more, all of this one counts as new.
        let base = step.isNew ? [] : (try? store.blob(step.base)) ?? []
        let theirs = try store.blob(step.version.blob)
        if !StaleMerge.isAppended(theirs, to: base) { missed.isAppended = false }
        let merged = StaleMerge(base: base, earlier: theirs, later: standing, path: path.string, driver: driver)
        overlaps += merged.overlaps
        guard merged.text != standing else { continue }
        standing = merged.text
        let origin = restoringOrigin(of: step.version, at: path)
        // What one author wrote in a row is one commit, which names the last version of it.
        if let last = texts.last?.origin, last.isSame(as: origin) { texts.removeLast() }
        texts.append((standing, origin))
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

  /// Whether a text has all that a save had not seen. What its author wrote anew at the same place, after the save, need
  /// not be in it.
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

  /// Returns how the `.gitattributes` of the tip want a file to be merged.
  package func mergeDriver(of path: WorkspacePath) throws(ObjectStoreError) -> MergeDriver {
    guard let entry = try editor.entry(at: ".gitattributes", of: tipTree), entry.mode.isFile,
      let text = try store.blob(entry.id, ofAtMost: 1 << 20)
    else { return .text }
    return AttributeRules(text).driver(path.string)
  }

  /// The origin of the commit that brings a version's text back.
  func restoringOrigin(of version: RecentVersion, at path: WorkspacePath) -> WriteOrigin {
    var origin = origin(of: version, at: path)
    origin.subject = "Keep what a save of \(path) had not seen"
    origin.restores = version.commit?.hex
    // What else its commit said is said.
    origin.renamed = []
    origin.undoes = []
    origin.resolves = []
    origin.conflicts = []
    return origin
  }

  /// Who made a version; looked for in history where it came with an adoption.
  func origin(of version: RecentVersion, at path: WorkspacePath) -> WriteOrigin {
    if let origin = version.origin { return origin }
    // Of a merge nobody can say whose it is; it ranks as a person's.
    let unknown = WriteOrigin(author: .unsure(during: "another machine"))
    guard let commit = version.commit, let ids = try? graph.commits(from: commit, excluding: [], limit: 200) else {
      return unknown
    }
    for id in ids {
      guard let found = try? store.commit(id), found.parents.count < 2,
        let tree = try? editor.entry(at: path.string, of: found.tree), tree.id == version.blob
      else { continue }
      if let parent = found.parents.first, let before = try? store.commit(parent),
        (try? editor.entry(at: path.string, of: before.tree))??.id == version.blob
      {
        continue
      }
      return WriteOrigin(recordedIn: found)
    }
    return unknown
  }
}

extension WriteOrigin {
  /// Whether it is another but for the version that is brought back.
  fileprivate func isSame(as other: WriteOrigin) -> Bool {
    var own = self
    own.restores = other.restores
    return own == other
  }

  /// The origin that a commit tells.
  init(recordedIn commit: Commit) {
    let message = CommitMessage(parsing: commit.message)
    self.init(author: message.author ?? .user, model: message.model, tool: message.tool)
    if author.ranksAsPerson { person = commit.author }
  }
}
