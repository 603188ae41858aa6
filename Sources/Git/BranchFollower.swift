package import GitObjects
internal import Glibc

/// The user's branch and index, which follow the tip together (review A2).
///
/// Keeps nothing of the index in memory between calls. Belongs to the isolation domain of its repository.
package final class BranchFollower {
  private let repository: Repository
  private let since: Int64
  /// What identifies the index that this object wrote last: its checksum need not be verified again.
  private var written: (inode: UInt64, size: Int64, seconds: Int, nanoseconds: Int)?
  private var brought = BroughtPaths()

  /// Makes the follower of a repository's branch.
  ///
  /// - Parameter since: from when on the folder is watched, in seconds since 1970: what was saved and staged before, and
  ///   saved over, stands nowhere but in the index.
  package init(_ repository: Repository, since: Int64 = .max) {
    self.repository = repository
    self.since = since
  }

  /// Moves the branch that HEAD is at, and the index with it, from one commit to another, under `index.lock`.
  ///
  /// Entries that the user put together in the index stay, unless `isRecorded` knows them; conflicts stay, too
  /// (`IndexFile.apply`). A file that was staged as a whole while it was watched moves along: it was recorded, or a later
  /// save was that came at once. A missing or damaged index is made again from the new commit. Order: new index beside
  /// the lock, lock, HEAD and the old index looked at again, index, branch, lock away (decision 38). After a crash
  /// between them `Repository.clearStaleIndexLock(now:)` frees the lock; an index that is ahead of its branch is what the
  /// next move makes it.
  ///
  /// - Parameters:
  ///   - branch: the name below `refs/heads/` at which HEAD must be.
  ///   - old: the commit at which the branch must be; nil where it has none yet.
  ///   - new: the commit to which it goes.
  ///   - note: for the reflog.
  ///   - isRecorded: whether a path had what is staged there in a commit between the two: what was recorded since is no
  ///     plan of the user's any more.
  ///   - passed: paths that changed between the two, also those that are the same in both.
  ///   - isIgnored: as for `mendStale`.
  ///   - stat: the stat of a changed path as it was when its content was found to be the new commit's; nil where
  ///     that is not certain.
  /// - Returns: how long it took: the caller follows at once while this is short, else when quiet.
  /// - Throws: `.locked` while somebody holds the index; `.moved` where HEAD or the branch is elsewhere; `.failed`
  ///   for an index that is split or sparse, or where the disk refuses. Nothing was moved then.
  @discardableResult
  package func follow(
    branch: String, from old: ObjectID?, to new: ObjectID, note: ReflogNote = ReflogNote(),
    isRecorded: (String, TreeEntry) -> Bool = { _, _ in false }, passed: [String] = [],
    isIgnored: (String) -> Bool = { _ in false }, stat: (String) -> IndexStat?
  ) throws(ObjectStoreError) -> Duration {
    let start = ContinuousClock.now
    let reference = "refs/heads/" + branch
    // Looked at before the lock too: one that is taken in vain looks to whoever watches as if git were at work, and
    // nothing is recorded until git has rested.
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

  /// Brings entries back to the branch that git, which had read the index of before a move, put back upon it: the
  /// user's next commit would take everything back that the move brought.
  ///
  /// - Parameters:
  ///   - branch: the name below `refs/heads/` at which HEAD must be.
  ///   - commit: where the branch must be.
  ///   - isIgnored: whether the person has git ignore a path: one that is not in the index then was taken out.
  ///   - stat: the stat of a path as it was when its content was found to be that of an entry; nil where that is not
  ///     certain.
  /// - Returns: whether there were any.
  /// - Throws: as `follow`; nothing was changed then.
  @discardableResult
  package func mendStale(
    branch: String, at commit: ObjectID, isIgnored: (String) -> Bool, stat: (String, TreeEntry) -> IndexStat?
  ) throws(ObjectStoreError) -> Bool {
    guard !wroteStandingIndex else { return false }
    try expectHead(at: branch, commit)
    let before = identity()
    guard var index = try standingIndex() else { return false }
    let changes = try stale(in: index, at: repository.commit(commit).tree, isIgnored, stat)
    guard !changes.isEmpty else { return false }
    index.apply(changes)
    try put(index.content(), branch: branch, at: commit, over: before)
    return true
  }

  /// What brings the entries that are again what they were before the last moves to a tree.
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

  /// Writes into the index what `stat` says of files whose content did not change for the branch: a placeholder that gave
  /// way to its content, or the other way round. Git takes a file of another size for changed without reading it.
  ///
  /// Entries that the user staged differently, or took out, stay.
  ///
  /// - Parameters:
  ///   - branch: the name below `refs/heads/` at which HEAD must be.
  ///   - commit: where the branch must be.
  ///   - files: what the commit has at their paths, and what `stat` says of them. They are not looked up here: a wide
  ///     folder's tree was read for each of its files.
  /// - Throws: as `follow`; nothing was changed then.
  package func refresh(
    branch: String, at commit: ObjectID, _ files: [(path: WorkspacePath, entry: TreeEntry, stat: IndexStat)]
  ) throws(ObjectStoreError) {
    try expectHead(at: branch, commit)
    let before = identity()
    guard var index = try standingIndex() else { return }
    let changes = files.compactMap { path, entry, stat -> IndexFile.Change? in
      let name = NameText.encode(path.string)
      return index.has(name) ? IndexFile.Change(path: name, old: entry, new: entry, stat: stat) : nil
    }
    guard !changes.isEmpty else { return }
    index.apply(changes)
    try put(index.content(), branch: branch, at: commit, over: before)
  }

  /// Makes some bytes the index, under its lock, where neither it nor HEAD is another by then.
  private func put(
    _ content: [UInt8], branch: String, at commit: ObjectID,
    over before: (inode: UInt64, size: Int64, seconds: Int, nanoseconds: Int)?
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

  /// git replaces the index with a new file and never writes into it: the same file is the same index.
  private func expectIndex(
    _ before: (inode: UInt64, size: Int64, seconds: Int, nanoseconds: Int)?
  ) throws(ObjectStoreError) {
    let nobodys: (UInt64, Int64, Int, Int) = (0, 0, 0, 0)
    guard identity() ?? nobodys == before ?? nobodys else { throw .moved(reference: "index") }
  }

  /// Makes the index again from the branch's commit where it is damaged, as a power cut leaves it: nobody syncs it, and
  /// stock git stops at it.
  ///
  /// - Returns: whether it was damaged.
  /// - Throws: as `follow`.
  @discardableResult
  package func mendIndex() throws(ObjectStoreError) -> Bool {
    guard repository.directory.exists("index"), case .branch(let branch, let commit) = try repository.head(),
      try standingIndex() == nil
    else { return false }
    let before = identity()
    let files = try Tree.flatten(try repository.commit(commit).tree, in: repository)
    try put(IndexFile(treeOf: files).content(), branch: branch, at: commit, over: before)
    return true
  }

  /// Whether the index that stands is the one this object wrote last: nobody's git has changed it since.
  package var wroteStandingIndex: Bool { written.map { $0 == identity() ?? (0, 0, 0, 0) } ?? false }

  private func newIndex(
    _ treeChanges: [TreeChange], from old: ObjectID?, to new: ObjectID, _ isRecorded: (String, TreeEntry) -> Bool,
    _ isIgnored: (String) -> Bool, _ stat: (String) -> IndexStat?
  ) throws(ObjectStoreError) -> [UInt8] {
    var changes = treeChanges.map { change in
      let known = change.new == nil ? nil : stat(change.path)
      return IndexFile.Change(path: NameText.encode(change.path), old: change.old, new: change.new, stat: known)
    }
    var index = try standingIndex()
    if index == nil, old == nil { index = IndexFile() }
    if var index {
      // Git may have put it back since the last look: what is brought along now must begin with what the branch has.
      if let old, !wroteStandingIndex { index.apply(try stale(in: index, at: old, isIgnored) { _, _ in nil }) }
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

  /// The index that stands; nil where there is none or it is damaged.
  private func standingIndex() throws(ObjectStoreError) -> IndexFile? {
    var isOwn = false
    if let written, let now = identity() { isOwn = written == now }
    guard let file = try repository.directory.read("index") else { return nil }
    do throws(IndexFile.Failure) {
      return try IndexFile(file, isTrusted: isOwn)
    } catch {
      switch error {
      case .damaged: return nil
      case .refused(let what): throw .failed("the index is of a form that is not handled: \(what)")
      }
    }
  }

  private func identity() -> (inode: UInt64, size: Int64, seconds: Int, nanoseconds: Int)? {
    repository.directory.status("index").map {
      (UInt64($0.st_ino), Int64($0.st_size), $0.st_mtim.tv_sec, $0.st_mtim.tv_nsec)
    }
  }
}
