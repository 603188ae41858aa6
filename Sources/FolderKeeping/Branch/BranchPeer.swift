package import FileSystem
package import Git
package import GitObjects
package import Recording
package import WorkTree

/// The person's branch and index as a peer of the tip (review A2): their commit, and the time at which they follow the
/// tip.
///
/// Runs on the recorder's executor, like the repository that its functions receive.
package final class BranchPeer {
  /// The name of the recorded branch, without `refs/heads/`.
  package let name: String
  /// The branch's commit when it last followed the tip or its commits were taken; nil for an unborn branch.
  package private(set) var followed: ObjectID?
  /// The lock file of git that prevented the last attempt to follow the tip; nil if none did.
  private(set) var lockInTheWay: String?
  private var policy = FollowPolicy()
  private var racy: Set<WorkspacePath> = []
  /// Whether the index may have versions that the tip had between the branch and now: git moved the branch back, or the
  /// last process ended, or the power failed, after it wrote the index and before it moved the branch.
  private var mayBeAhead = true
  private let follower: BranchFollower
  private let notebook: FollowedBranch

  /// The branch's reference.
  package var reference: String { "refs/heads/\(name)" }

  /// Makes the peer of a branch; the stored commit shows how the person's git moved the branch while the daemon was not
  /// running.
  ///
  /// - Parameters:
  ///   - start: the time since which the folder is watched.
  ///   - isAfterPowerLoss: whether a power failure may have set the branch back.
  /// - Throws: `ObjectStoreError` if the references or the order of the commits cannot be read.
  package init(
    name: String, repository: Repository, graph: CommitGraph, tip: ObjectID?, start: Moment,
    isAfterPowerLoss: Bool = false
  ) throws(ObjectStoreError) {
    follower = BranchFollower(repository, since: start.seconds)
    notebook = FollowedBranch(name: name, repository: repository)
    self.name = name
    followed = FollowedBranch.start(
      standing: try repository.reference("refs/heads/\(name)"), noted: try notebook.noted(), tip: tip, graph: graph,
      isAfterPowerLoss: isAfterPowerLoss)
  }

  /// Returns whether another program holds the index's lock.
  ///
  /// A stale lock, which no living process can own, is deleted first.
  func isLockedByOthers(_ repository: Repository, now: Moment) -> Bool {
    switch repository.locks.isIndexLocked(now: now.seconds) {
    case .free: return false
    case .held: return true
    case .stale:
      // If the lock cannot be deleted, the next turn checks it again.
      _ = try? repository.locks.clearStaleIndexLock(now: now.seconds)
      return false
    }
  }

  /// Whether the index is the one that Stet wrote: then a lock that appeared and disappeared was Stet's own.
  var wroteIndex: Bool { follower.wroteCurrentIndex }

  /// Determines how the person's git moved the branch.
  ///
  /// - Throws: `ObjectStoreError` if the references or commits cannot be read.
  func inspect(_ repository: Repository, graph: CommitGraph, tip: ObjectID?) throws(ObjectStoreError) -> PeerInspection
  {
    if let operation = repository.operationInProgress() {
      return .away("git is in the middle of a \(operation); finish or abort it")
    }
    switch try repository.head() {
    case .detached:
      let words = try repository.reference(reference) == nil ? "-c \(name)' makes one" : "\(name)' goes back"
      return .away("git's HEAD is at no branch; 'git switch \(words)")
    case .broken: return .away("git's HEAD cannot be read; 'git symbolic-ref HEAD \(reference)' repairs it")
    case .unborn(let branch):
      guard branch == name else { return .away(onBranch(branch)) }
      return followed == nil ? .unchanged : .gone
    case .branch(let branch, let commit):
      guard branch == name else { return .away(try onBranch(branch, in: repository)) }
      if commit == followed { return .unchanged }
      guard let tip else { return .committed(commit) }
      if commit == tip {
        stand(at: tip)
        return .unchanged
      }
      if let followed {
        return try graph.isAncestor(followed, of: commit) ? .committed(commit) : .movedBack(commit)
      }
      return .committed(commit)
    }
  }

  private func stand(at commit: ObjectID?) {
    followed = commit
    notebook.note(commit)
  }

  private func onBranch(_ branch: String) -> String {
    "git is on branch '\(branch)' and Stet records '\(name)'; 'git switch \(name)' goes back"
  }

  /// Returns the sentence for a HEAD on another branch, which may be the recorded branch under a new name.
  private func onBranch(_ branch: String, in repository: Repository) throws(ObjectStoreError) -> String {
    guard try repository.reference(reference) == nil else { return onBranch(branch) }
    return "the branch '\(name)' is called '\(branch)' now; 'stet stop' and 'stet start' record it under that name"
  }

  /// Records that the person's commits are in the tip now.
  ///
  /// - Parameter isMovedBack: whether git moved the branch back, so that the tip also has the dropped commits.
  func noteTaken(_ commit: ObjectID?, isMovedBack: Bool = false, at now: Int64) {
    mayBeAhead = mayBeAhead || isMovedBack
    stand(at: commit)
    policy.noteMove(at: now)
  }

  /// Records that the tip moved.
  func noteTipMoved(at now: Int64) { policy.noteMove(at: now) }

  /// Returns the time at which branch and index are to follow, in monotonic nanoseconds; nil if the branch is at the
  /// tip.
  func followDue(at now: Int64, tip: ObjectID?) -> Int64? { tip == followed ? nil : policy.due ?? now }

  /// Updates the index entries of files that were exchanged without a commit.
  ///
  /// - Returns: whether the index was updated; false if git is at work, or if branch and index are not at the tip.
  package func refresh(_ paths: [WorkspacePath], _ recorder: Recorder, time: any TimeSource) -> Bool {
    guard let tip = recorder.tip, tip == followed else { return false }
    let files = paths.compactMap { path in
      recorder.disk.known(path).map { (path: path, entry: $0.entry, stat: stat(of: path, $0.file, time)) }
    }
    do throws(ObjectStoreError) {
      try follower.refresh(branch: name, at: tip, files)
      return true
    } catch { return false }
  }

  /// Returns and clears the large files that had changed within the second of their index update: their entries need a
  /// second update when that second has passed.
  ///
  /// git compares whole seconds. At each status it reads such a file completely, through the filter of git-lfs, and
  /// without the filter it mistakes the content for a change of the pointer.
  func takeRacy() -> [WorkspacePath] {
    defer { racy = [] }
    return racy.sorted()
  }

  /// Restores the branch's versions of files that a git command, having read the index earlier, reset to versions
  /// before the last moves.
  func mendStale(_ recorder: Recorder, time: any TimeSource) {
    guard let followed else { return }
    // If git is at work again, this happens when git has ended; whatever is left, the next move of the branch restores.
    _ = try? follower.repairStale(
      branch: name, at: followed, isIgnored: { Self.isIgnored($0, recorder) },
      stat: { path, entry in
        known(path, recorder).flatMap { $0.entry.id == entry.id ? stat(of: $0.path, $0.file, time) : nil }
      })
  }

  private static func isIgnored(_ text: String, _ recorder: Recorder) -> Bool {
    recorder.disk.rules.reload()
    return (try? WorkspacePath(text)).map { recorder.disk.rules.isIgnored($0, false) } ?? false
  }

  /// Returns the paths at which the index may have versions that the tip had in between.
  private func passed(up tip: ObjectID, _ recorder: Recorder) -> [String] {
    guard mayBeAhead, let followed else { return [] }
    let versions = try? OwnChanges.versions(
      from: tip, excluding: followed, graph: recorder.graph, in: recorder.objects)
    return (versions ?? [:]).keys.map { String($0.text) }.sorted()
  }

  /// Returns a function that returns whether a path had a version in the commits over which the branch is about to move;
  /// the commits are read on its first call.
  private func recorded(up tip: ObjectID, _ recorder: Recorder) -> (String, TreeEntry) -> Bool {
    var versions: [NameKey: Set<TreeEntry?>]?
    return { [followed] path, entry in
      guard let followed else { return false }
      let known =
        versions
        ?? (try? OwnChanges.versions(from: tip, excluding: followed, graph: recorder.graph, in: recorder.objects))
        ?? [:]
      versions = known
      return known[NameKey(path)]?.contains(entry) == true
    }
  }

  private func known(_ text: String, _ recorder: Recorder) -> (path: WorkspacePath, entry: TreeEntry, file: CachedFile)?
  {
    guard let path = try? WorkspacePath(text), let known = recorder.disk.known(path) else { return nil }
    return (path, known.entry, known.file)
  }

  private func stat(of path: WorkspacePath, _ known: CachedFile, _ time: any TimeSource) -> IndexStat {
    if known.isLarge, known.stamp.modified / 1_000_000_000 == time.now().seconds { racy.insert(path) }
    return IndexStat(known.stamp)
  }

  /// Moves branch and index to the tip, fast-forward only, under the index's lock.
  ///
  /// - Returns: false if git holds the lock or has moved the branch; the caller retries.
  /// - Throws: `ObjectStoreError` for any other failure.
  package func follow(_ recorder: Recorder, time: any TimeSource) throws(ObjectStoreError) -> Bool {
    guard let tip = recorder.tip, tip != followed else { return true }
    do throws(ObjectStoreError) {
      let took = try follower.follow(
        branch: name, from: followed, to: tip, isRecorded: recorded(up: tip, recorder),
        passed: passed(up: tip, recorder),
        isIgnored: { Self.isIgnored($0, recorder) },
        stat: { path in known(path, recorder).map { stat(of: $0.path, $0.file, time) } })
      stand(at: tip)
      mayBeAhead = false
      lockInTheWay = nil
      policy.noteFollowed(at: time.now().monotonic, took: took.nanoseconds)
      return true
    } catch {
      switch error {
      case .locked(let lock):
        lockInTheWay = lock
        policy.noteBlocked(at: time.now().monotonic)
        return false
      case .moved:
        policy.noteBlocked(at: time.now().monotonic)
        return false
      default:
        policy.noteBlocked(at: time.now().monotonic)
        throw error
      }
    }
  }
}

extension Duration {
  /// The duration in whole nanoseconds.
  package var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

extension IndexStat {
  /// Makes the index's form of a file stamp.
  package init(_ stamp: FileStamp) {
    self.init(
      changed: (stamp.changed / 1_000_000_000, UInt32(stamp.changed % 1_000_000_000)),
      modified: (stamp.modified / 1_000_000_000, UInt32(stamp.modified % 1_000_000_000)), device: stamp.device,
      inode: stamp.inode, user: stamp.owner, group: stamp.group, size: stamp.size)
  }
}
