internal import Documents
internal import GitObjects
internal import WorkTree

/// The search for versions from before the start, from the tip into the past; it can be interrupted and continued.
///
/// As one step it would make the first save wait for as many tree comparisons as there are commits.
struct SeedWalk: Hashable {
  /// The greatest number of commits that are examined.
  private static let commits = 256
  /// The number of files from which a commit counts as an import, of whose files no editor has an older version.
  private static let files = 500

  /// The commit where it begins; nil when the commits before it are listed.
  private var start: ObjectID?
  /// The commits that are left, the next last.
  private var waiting: [ObjectID] = []
  private var found: [NameKey: PathHistory] = [:]
  /// The paths of which a commit's history does not count: in each later merge they are as in another parent.
  private var passed: [ObjectID: Set<NameKey>] = [:]
  /// The present names of files by their earlier names.
  private var names: [NameKey: NameKey] = [:]
  /// Whether history was searched as far back as it matters.
  private var isWhole = false

  /// The contents of the person's files when they were made; nil for a file that was deleted before.
  private var made: [NameKey: ObjectID?] = [:]
  /// The person's last contents of each file, newest first, without the one that made it.
  private var edited: [NameKey: [ObjectID]] = [:]
  /// The paths that had a content.
  private var homes: [ObjectID: Set<NameKey>] = [:]
  /// Saves that are in no commit, by the versions that they were merged into.
  private let merged: MergedSaves

  /// Begins at a commit; a search from nil has ended.
  init(from start: ObjectID?, _ merged: MergedSaves = MergedSaves()) { (self.start, self.merged) = (start, merged) }

  /// Whether nothing is left to examine.
  var isDone: Bool { start == nil && waiting.isEmpty }

  /// Examines more commits.
  ///
  /// - Parameters:
  ///   - oldest: the beginning of the relevant time, seconds since 1970.
  ///   - mayGoOn: called after each commit.
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  mutating func advance(
    _ graph: CommitGraph, _ editor: TreeEditor, _ identity: RecorderIdentity, since oldest: Int64,
    while mayGoOn: () -> Bool
  ) throws(ObjectStoreError) {
    repeat {
      if let tip = start {
        start = nil
        // A merge's first parent may be the other machine's, so all commits are examined, children first.
        let left = [identity.beginning].compactMap(\.self).filter { (try? graph.commit($0)) != nil }
        waiting = try graph.commits(from: tip, excluding: left, limit: Self.commits).reversed()
        isWhole = !left.isEmpty && waiting.count < Self.commits
        continue
      }
      guard let id = waiting.popLast() else { return }
      let commit = try graph.commit(id)
      if commit.committer.seconds < oldest {
        isWhole = true
        continue
      }
      let parent = try commit.parents.first.map { id throws(ObjectStoreError) in try graph.commit(id).tree }
      let changes = try editor.changes(from: parent, to: commit.tree, atMost: Self.files)
      if changes.count >= Self.files {
        waiting = []
        return
      }
      if commit.parents.isEmpty { isWhole = true }
      let left = passed.removeValue(forKey: id) ?? []
      try pass(left, by: commit, changes, graph, editor)
      try note(changes.filter { !left.contains(NameKey($0.path)) }, of: commit, id, graph, editor, identity)
    } while mayGoOn()
  }

  /// Records for a commit's parents the paths that do not count there: those that do not count here, and in a merge
  /// those that are as in another parent. A path counts in a commit that any child leads to.
  private mutating func pass(
    _ left: Set<NameKey>, by commit: Commit, _ changes: [TreeChange], _ graph: CommitGraph, _ editor: TreeEditor
  ) throws(ObjectStoreError) {
    var differing = [Set(changes.map { NameKey($0.path) })]
    for parent in commit.parents.dropFirst() {
      let others = try editor.changes(from: graph.commit(parent).tree, to: commit.tree, atMost: Self.files)
      // With more changes nothing is known, so all of them count.
      differing.append(others.count < Self.files ? Set(others.map { NameKey($0.path) }) : differing[0])
    }
    for (index, parent) in commit.parents.enumerated() {
      let same = differing.indices.filter { $0 != index }.map { differing[index].subtracting(differing[$0]) }
      let not = same.reduce(left) { $0.union($1) }
      passed[parent] = passed[parent].map { $0.intersection(not) } ?? not
    }
  }

  private mutating func note(
    _ changes: [TreeChange], of commit: Commit, _ id: ObjectID, _ graph: CommitGraph, _ editor: TreeEditor,
    _ identity: RecorderIdentity
  ) throws(ObjectStoreError) {
    let origin = commit.parents.count > 1 ? nil : try WriteOrigin(recordedIn: id, graph)
    let isOthers = identity.isOthers(commit, try graph.message(of: id))
    let seconds = commit.committer.seconds
    var removed: [ObjectID: NameKey] = [:]
    for change in changes where change.new == nil {
      removed[change.old?.id ?? .emptyBlob] = NameKey(change.path)
      if made[NameKey(change.path)] == nil { made[NameKey(change.path)] = .some(nil) }
      found[names[NameKey(change.path)] ?? NameKey(change.path)]?.close()
    }
    for change in changes {
      guard let new = change.new, new.mode.isFile, change.old?.mode.isFile != false else { continue }
      let path = names[NameKey(change.path)] ?? NameKey(change.path)
      let key = NameKey(change.path)
      homes[new.id, default: []].insert(key)
      if !isOthers, commit.parents.count < 2, made[key] == nil {
        if change.old == nil {
          made[key] = .some(new.id)
        } else if edited[key, default: []].count < PathVersions.most {
          edited[key, default: []].append(new.id)
        }
      }
      if change.old == nil, let old = removed[new.id] {
        names[old] = path
        if isOthers, commit.parents.count < 2 {
          found[path, default: PathHistory()].noteMoved(
            RecentVersion(blob: new.id, origin: origin, commit: id, seconds: seconds, isPlaced: true))
        }
        continue
      }
      // The history of another parent has its own versions.
      let others = try commit.parents.dropFirst().map { parent throws(ObjectStoreError) in
        try editor.entry(at: change.path, of: graph.commit(parent).tree)?.id
      }
      if others.contains(new.id) { continue }
      let before = change.old.map { RecentVersion(blob: $0.id, seconds: seconds, isPlaced: false) }
      // The person's git may have merged a text that an open editor has not seen.
      let isPlaced = isOthers || commit.parents.count > 1
      var version = RecentVersion(blob: new.id, origin: origin, commit: id, seconds: seconds, isPlaced: isPlaced)
      version.parents = [change.old?.id] + others
      if let save = merged.save(in: new.id), save != change.old?.id {
        var saved = RecentVersion(blob: save, origin: origin, seconds: seconds, isPlaced: false)
        saved.parents = version.parents
        (version.isPlaced, version.repairs, version.parents) = (true, save, [save])
        found[path, default: PathHistory()].add(version, over: saved)
        version = saved
      }
      found[path, default: PathHistory()].add(version, over: before)
    }
  }

  /// The first and last contents of files that the person made recently, if known.
  ///
  /// A file that existed before is included if another path had one of its contents: that file may have been renamed
  /// over it. That content counts as its first one.
  var newFiles: [WorkspacePath: (first: ObjectID, last: ObjectID)] {
    var files: [WorkspacePath: (first: ObjectID, last: ObjectID)] = [:]
    for key in Set(made.keys).union(edited.keys) {
      let first = made[key] ?? nil
      let contents = (edited[key] ?? []) + [first].compactMap(\.self)
      let shared = contents.first { $0 != .emptyBlob && homes[$0]?.count ?? 0 > 1 }
      guard let path = try? WorkspacePath(String(key.text)), let last = contents.first, let first = shared ?? first
      else { continue }
      files[path] = (first, last)
    }
    return files
  }

  /// The versions of the paths that others wrote to.
  var versions: [WorkspacePath: PathVersions] {
    var versions: [WorkspacePath: PathVersions] = [:]
    for (key, history) in found {
      guard let path = try? WorkspacePath(String(key.text)), let list = history.versions(isWhole: isWhole) else {
        continue
      }
      versions[path] = list
    }
    return versions
  }
}

extension RecorderIdentity {
  /// Returns whether an editor that has a file open may not have seen a commit's change of it.
  fileprivate func isOthers(_ commit: Commit, _ message: CommitMessage) -> Bool {
    guard let author = message.author else { return commit.author.email != email }
    return author != .user || message.tool != nil || !made(message)
  }
}

/// The versions of one path, while history is walked from its newest commit back.
private struct PathHistory: Hashable {
  private var list: [RecentVersion] = []
  private var before: RecentVersion?
  /// Whether the file's beginning was found: each of two branches may have one.
  private var hasBeginning = false
  private var isClosed = false
  /// The version that others moved to the path, if the person did not save it since.
  private var moved: RecentVersion?

  /// Adds an older version, and the one before it; nil where there was no file.
  mutating func add(_ version: RecentVersion, over before: RecentVersion?) {
    guard !isClosed, list.count < PathVersions.most - 1 else { return }
    if before == nil { hasBeginning = true }
    if list.last?.blob != version.blob { list.append(version) }
    self.before = before ?? .absent(at: version.seconds)
  }

  /// Records that others moved a version to the path. After a save of the person under that name it does not matter.
  mutating func noteMoved(_ version: RecentVersion) {
    if !isClosed, list.allSatisfy(\.isPlaced) { moved = moved ?? version }
  }

  /// Leaves out older versions: another file was there.
  mutating func close() { isClosed = true }

  /// Returns the versions if others made one.
  func versions(isWhole: Bool) -> PathVersions? {
    let all = list + [before].compactMap(\.self)
    // The file may be older than the search.
    if let moved { return PathVersions(all.isEmpty ? [moved] : all).moved() }
    guard list.contains(where: \.isPlaced) else { return nil }
    return PathVersions(all, isCut: !hasBeginning && !isWhole)
  }
}
