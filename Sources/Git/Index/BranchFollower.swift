package import GitObjects

/// Moves the user's branch and index to the tip, both together (review A2).
///
/// Keeps nothing of the index in memory between calls. Belongs to the isolation domain of its repository.
package final class BranchFollower {
  private let repository: Repository
  private let since: Int64
  /// The identity of the index that this object wrote last: its checksum need not be verified again.
  private var written: StatusStamp?
  private var brought = BroughtPaths()

  /// Creates the follower of a repository's branch.
  ///
  /// - Parameter since: the time from which the folder is watched, in seconds since 1970. A version that was staged
  ///   before and overwritten since exists only in the index.
  package init(_ repository: Repository, since: Int64 = .max) {
    self.repository = repository
    self.since = since
  }

  /// Moves the branch of HEAD, and the index with it, from one commit to another, under `index.lock`.
  ///
  /// Entries that the user composed in the index are kept unless `isRecorded` knows them; conflicts are kept, too
  /// (`IndexFile.apply`). A file that was staged as a whole while it was watched is moved along, because that version
  /// or a later save was recorded. A missing or damaged index is rebuilt from the new commit. Order: write the new
  /// index beside the lock, lock, check HEAD and the old index again, replace the index, move the branch, unlock
  /// (decision 38). After a crash in between, `RepositoryLocks.clearStaleIndexLock(now:)` removes the lock; the next move
  /// corrects an index that is ahead of its branch.
  ///
  /// - Parameters:
  ///   - branch: the name below `refs/heads/` that HEAD must have.
  ///   - old: the commit that the branch must have; nil if it has none yet.
  ///   - new: the commit to move to.
  ///   - note: the reflog entry.
  ///   - isRecorded: returns whether a commit between the two contains the staged version of a path. A version that was
  ///     recorded is no longer a plan of the user's.
  ///   - passed: paths that changed between the two, including those that are equal in both.
  ///   - isIgnored: as for `repairStale`.
  ///   - stat: returns a changed path's stat at the time its content was found equal to the new commit's; nil if that
  ///     is not certain.
  /// - Returns: the duration, by which the caller decides whether to follow at once or when quiet.
  /// - Throws: `.locked` while another program holds the index; `.moved` if HEAD or the branch is elsewhere; `.failed`
  ///   for a split or sparse index, or if the disk fails. Nothing was moved then.
  @discardableResult
  package func follow(
    branch: String, from old: ObjectID?, to new: ObjectID, note: ReflogNote = ReflogNote(),
    isRecorded: (String, TreeEntry) -> Bool = { _, _ in false }, passed: [String] = [],
    isIgnored: (String) -> Bool = { _ in false }, stat: (String) -> IndexStat?
  ) throws(ObjectStoreError) -> Duration {
    let start = ContinuousClock.now
    let reference = "refs/heads/" + branch
    // Checked before the lock, too: a lock taken in vain looks like git at work to a watcher, and recording then pauses
    // until git has rested.
    try expectHead(at: branch, old)
    let before = identity()
    let oldTree = try old.map { (id) throws(ObjectStoreError) in try repository.commit(id).tree }
    let newTree = try repository.commit(new).tree
    var changes = try TreeDiff.changes(from: oldTree, to: newTree, in: repository)
    if !passed.isEmpty {
      let known = Set(changes.map { NameKey($0.path) })
      for path in passed where !known.contains(NameKey(path)) {
        let entry = try Tree.entry(at: path, of: newTree, in: repository)
        changes.append(TreeChange(path: path, old: entry, new: entry))
      }
    }
    let content = try newIndex(changes, from: oldTree, to: newTree, isRecorded, isIgnored, stat)
    let lock = try IndexLock(
      repository.directory, temporary: repository.temporaryName("stet/index-"), content: content, branch: reference,
      commit: new)
    try lock.take()
    do throws(ObjectStoreError) {
      try expectHead(at: branch, old)
      try expectIndex(before)
      try lock.commit(keeping: repository.temporaryName("stet/index-")) { () throws(ObjectStoreError) in
        try repository.setReference(reference, to: new, expecting: old, note: note)
      }
      written = identity()
    } catch {
      lock.abandon()
      throw error
    }
    brought.note(changes, at: start)
    return ContinuousClock.now - start
  }

  /// Corrects entries that git reverted: a git that had read the index before a move and wrote it afterwards would make
  /// the user's next commit undo the move.
  ///
  /// - Parameters:
  ///   - branch: the name below `refs/heads/` that HEAD must have.
  ///   - commit: the commit that the branch must have.
  ///   - isIgnored: returns whether the person's rules make git ignore a path; an ignored path without an entry was
  ///     removed from the index on purpose.
  ///   - stat: returns a path's stat at the time its content was found equal to an entry's; nil if that is not certain.
  /// - Returns: whether any entry was corrected.
  /// - Throws: as `follow`; nothing was changed then.
  @discardableResult
  package func repairStale(
    branch: String, at commit: ObjectID, isIgnored: (String) -> Bool, stat: (String, TreeEntry) -> IndexStat?
  ) throws(ObjectStoreError) -> Bool {
    guard !wroteCurrentIndex else { return false }
    try expectHead(at: branch, commit)
    let before = identity()
    guard var index = try currentIndex() else { return false }
    let changes = try stale(in: index, at: repository.commit(commit).tree, isIgnored, stat)
    guard !changes.isEmpty else { return false }
    index.apply(changes)
    try put(index.content(), branch: branch, at: commit, over: before)
    return true
  }

  /// Returns the changes that move reverted entries to a tree.
  private func stale(
    in index: IndexFile, at tree: ObjectID, _ isIgnored: (String) -> Bool, _ stat: (String, TreeEntry) -> IndexStat?
  ) throws(ObjectStoreError) -> [IndexFile.Change] {
    var changes: [IndexFile.Change] = []
    for (key, earlier) in brought.recent(at: .now) {
      let path = String(key.text)
      let name = NameText.encode(path)
      let staged = index.staged(name)
      guard let old = earlier.first(where: { $0?.id == staged?.id && $0?.mode == staged?.mode }),
        staged != nil || !index.has(name) && !isIgnored(path),
        case let new = try Tree.entry(at: path, of: tree, in: repository),
        staged?.id != new?.id || staged?.mode != new?.mode
      else { continue }
      changes.append(IndexFile.Change(path: name, old: old, new: new, stat: new.flatMap { stat(path, $0) }))
    }
    return changes
  }

  /// Updates the stat of files whose content did not change for the branch, because a placeholder was replaced by its
  /// content or the reverse. Git takes a file of another size for changed without reading it.
  ///
  /// Entries that the user staged differently or removed are kept.
  ///
  /// - Parameters:
  ///   - branch: the name below `refs/heads/` that HEAD must have.
  ///   - commit: the commit that the branch must have.
  ///   - files: the paths with the commit's entries and the stats. They are passed in, because a lookup reads a wide
  ///     folder's tree for each of its files.
  /// - Throws: as `follow`; nothing was changed then.
  package func refresh(
    branch: String, at commit: ObjectID, _ files: [(path: WorkspacePath, entry: TreeEntry, stat: IndexStat)]
  ) throws(ObjectStoreError) {
    try expectHead(at: branch, commit)
    let before = identity()
    guard var index = try currentIndex() else { return }
    let changes = files.compactMap { path, entry, stat -> IndexFile.Change? in
      let name = NameText.encode(path.string)
      return index.has(name) ? IndexFile.Change(path: name, old: entry, new: entry, stat: stat) : nil
    }
    guard !changes.isEmpty else { return }
    index.apply(changes)
    try put(index.content(), branch: branch, at: commit, over: before)
  }

  /// Replaces the index under its lock, unless it or HEAD has changed since.
  private func put(
    _ content: [UInt8], branch: String, at commit: ObjectID,
    over before: StatusStamp?
  ) throws(ObjectStoreError) {
    let lock = try IndexLock(
      repository.directory, temporary: repository.temporaryName("stet/index-"), content: content,
      branch: "refs/heads/" + branch, commit: commit)
    try lock.take()
    do throws(ObjectStoreError) {
      try expectHead(at: branch, commit)
      try expectIndex(before)
      try lock.commit()
    } catch {
      lock.abandon()
      throw error
    }
    written = identity()
  }

  private func expectHead(at branch: String, _ old: ObjectID?) throws(ObjectStoreError) {
    switch try repository.head() {
    case .branch(branch, let commit) where commit == old: break
    case .unborn(branch) where old == nil: break
    default: throw .moved(reference: "HEAD")
    }
  }

  /// git replaces the index by a new file and never writes into it: the same file is the same index.
  private func expectIndex(_ before: StatusStamp?) throws(ObjectStoreError) {
    guard identity() == before else { throw .moved(reference: "index") }
  }

  /// Rebuilds the index from the branch's commit if it is damaged, as by a power cut: nobody syncs it, and stock git
  /// stops at it.
  ///
  /// - Returns: whether it was damaged.
  /// - Throws: as `follow`.
  @discardableResult
  package func repairIndex() throws(ObjectStoreError) -> Bool {
    guard repository.directory.exists("index"), case .branch(let branch, let commit) = try repository.head(),
      try currentIndex() == nil
    else { return false }
    let before = identity()
    let files = try Tree.flatten(try repository.commit(commit).tree, in: repository)
    try put(IndexFile(treeOf: files).content(), branch: branch, at: commit, over: before)
    return true
  }

  /// Whether the current index is the one that this object wrote last, so that no git has changed it since.
  package var wroteCurrentIndex: Bool { written != nil && written == identity() }

  private func newIndex(
    _ treeChanges: [TreeChange], from old: ObjectID?, to new: ObjectID, _ isRecorded: (String, TreeEntry) -> Bool,
    _ isIgnored: (String) -> Bool, _ stat: (String) -> IndexStat?
  ) throws(ObjectStoreError) -> [UInt8] {
    var changes = treeChanges.map { change in
      let known = change.new == nil ? nil : stat(change.path)
      return IndexFile.Change(path: NameText.encode(change.path), old: change.old, new: change.new, stat: known)
    }
    var index = try currentIndex()
    if index == nil, old == nil { index = IndexFile() }
    if var index {
      // git may have reverted entries since the last check, and every change must start from the branch's version.
      if let old, !wroteCurrentIndex { index.apply(try stale(in: index, at: old, isIgnored) { _, _ in nil }) }
      for (number, change) in treeChanges.enumerated() {
        guard let (mode, id) = index.staged(changes[number].path), (change.old ?? change.new)?.id != id,
          change.new?.id != id, let name = change.path.split(separator: "/").last.map(String.init),
          case let staged = TreeEntry(name: name, mode: mode, id: id),
          index.fileTime(changes[number].path).map({ $0 > since }) == true || isRecorded(change.path, staged)
        else { continue }
        changes[number].old = staged
      }
      index.apply(changes)
      return index.content()
    }
    var rebuilt = IndexFile(treeOf: try Tree.flatten(new, in: repository))
    rebuilt.apply(changes)
    return rebuilt.content()
  }

  /// Returns the current index; nil if it is missing or damaged.
  private func currentIndex() throws(ObjectStoreError) -> IndexFile? {
    var isOwn = false
    if let written, let now = identity() { isOwn = written == now }
    guard let file = try repository.directory.read("index") else { return nil }
    do throws(IndexFile.Failure) {
      return try IndexFile(file, isTrusted: isOwn)
    } catch {
      switch error {
      case .damaged: return nil
      case .refused(let what): throw .failed("the index has an unsupported form: \(what)")
      }
    }
  }

  private func identity() -> StatusStamp? { repository.directory.status("index").map(StatusStamp.init) }
}
