internal import FileSystem
internal import Git
internal import GitObjects
internal import History

/// The user's branch and index as a peer of the tip (review A2): knows where they stand and when they follow.
///
/// Lives on the recorder's executor, like the repository it is handed.
final class BranchPeer {
  /// The branch that is recorded, without `refs/heads/`.
  let name: String
  /// Where the branch stood when it was last brought to the tip or its commits were taken; nil for unborn.
  private(set) var followed: ObjectID?
  /// The lock of git's that kept branch and index from following when it was tried last; nil where none did.
  private(set) var lockInTheWay: String?
  private var policy = FollowPolicy()
  private var racy: Set<WorkspacePath> = []
  /// Whether git moved the branch back, so that the index may have what the tip had in between.
  private var wasMovedBack = false
  private let follower: BranchFollower
  private let notebook: FollowedBranch

  /// The reference that is the branch.
  var reference: String { "refs/heads/\(name)" }

  /// Makes the peer of a branch; what is noted of it tells what the person's git did while nobody looked.
  ///
  /// - Parameters:
  ///   - start: since when the folder is watched.
  ///   - isAfterPowerLoss: whether the branch may have fallen back by a power cut.
  /// - Throws: `ObjectStoreError` where the references or the order of the commits cannot be read.
  init(
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

  /// Whether another program holds the index.
  ///
  /// A lock that nobody alive can own is taken away first.
  func isLockedByOthers(_ repository: Repository, now: Moment) -> Bool {
    switch repository.isIndexLocked(now: now.seconds) {
    case .free: return false
    case .held: return true
    case .stale:
      // What cannot be taken away is looked at again at the next turn.
      _ = try? repository.clearStaleIndexLock(now: now.seconds)
      return false
    }
  }

  /// Whether the index is the one Stet wrote: a lock that came and went was its own.
  var wroteIndex: Bool { follower.wroteStandingIndex }

  /// Looks where the user's git put the branch.
  func inspect(_ repository: Repository, graph: CommitGraph, tip: ObjectID?) throws(ObjectStoreError) -> PeerInspection
  {
    if let operation = repository.operationInProgress() {
      return .away("git is in the middle of a \(operation); finish or abort it")
    }
    switch try repository.head() {
    case .detached:
      let words = try repository.reference(reference) == nil ? "-c \(name)' makes one" : "\(name)' goes back"
      return .away("git's HEAD is at no branch; 'git switch \(words)")
    case .broken: return .away("git's HEAD cannot be read; 'git symbolic-ref HEAD \(reference)' mends it")
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

  /// What to say where HEAD is at another branch: it may be the same one under another name.
  private func onBranch(_ branch: String, in repository: Repository) throws(ObjectStoreError) -> String {
    guard try repository.reference(reference) == nil else { return onBranch(branch) }
    return "the branch '\(name)' is called '\(branch)' now; 'stet stop' and 'stet start' record it under that name"
  }

  /// Notes that the user's commits are in the tip now.
  ///
  /// - Parameter isMovedBack: whether the tip has more than that, which git took back.
  func noteTaken(_ commit: ObjectID?, isMovedBack: Bool = false, at now: Int64) {
    wasMovedBack = isMovedBack
    stand(at: commit)
    policy.noteMove(at: now)
  }

  /// Notes that the tip moved.
  func noteTipMoved(at now: Int64) { policy.noteMove(at: now) }

  /// When branch and index are to be brought along; nil where they stand at the tip.
  func followDue(at now: Int64, tip: ObjectID?) -> Int64? { tip == followed ? nil : policy.due ?? now }

  /// Tells the index of files that were exchanged without a commit.
  ///
  /// - Returns: whether it is done; else git is at work, or branch and index do not stand at the tip.
  func refresh(_ paths: [WorkspacePath], _ recorder: Recorder, time: any TimeSource) -> Bool {
    guard let tip = recorder.tip, tip == followed else { return false }
    let files = paths.compactMap { path in
      recorder.known(path).map { (path: path, entry: $0.entry, stat: stat(of: path, $0.file, time)) }
    }
    do throws(ObjectStoreError) {
      try follower.refresh(branch: name, at: tip, files)
      return true
    } catch { return false }
  }

  /// Takes the large files that had changed within the second in which the index was told of them: it is to be told
  /// once more when that is over.
  ///
  /// git compares whole seconds. Each time it looks it reads such a file whole, through git-lfs's filter, and without
  /// the filter it takes the content for a change of the pointer.
  func takeRacy() -> [WorkspacePath] {
    defer { racy = [] }
    return racy.sorted()
  }

  /// Brings back to the branch what git put back to before its last moves, having read the index before them.
  func mendStale(_ recorder: Recorder, time: any TimeSource) {
    guard let followed else { return }
    // Where git is at work again this is done when it has ended; what is not done here the next move does.
    _ = try? follower.mendStale(
      branch: name, at: followed, isIgnored: { Self.isIgnored($0, recorder) },
      stat: { path, entry in
        known(path, recorder).flatMap { $0.entry.id == entry.id ? stat(of: $0.path, $0.file, time) : nil }
      })
  }

  private static func isIgnored(_ text: String, _ recorder: Recorder) -> Bool {
    recorder.rules.reload()
    return (try? WorkspacePath(text)).map { recorder.rules.isIgnored($0, false) } ?? false
  }

  /// The paths that the index may have as the tip had them in between.
  private func passed(up tip: ObjectID, _ recorder: Recorder) -> [String] {
    guard wasMovedBack, let followed else { return [] }
    let versions = try? OwnChanges.versions(
      from: tip, excluding: followed, graph: recorder.graph, in: recorder.objects)
    return (versions ?? [:]).keys.map { String($0.text) }.sorted()
  }

  /// Tells what each path had in the commits with which the branch is about to move; they are read when it is asked for.
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
    guard let path = try? WorkspacePath(text), let known = recorder.known(path) else { return nil }
    return (path, known.entry, known.file)
  }

  private func stat(of path: WorkspacePath, _ known: CachedFile, _ time: any TimeSource) -> IndexStat {
    if known.isLarge, known.stamp.modified / 1_000_000_000 == time.now().seconds { racy.insert(path) }
    return IndexStat(known.stamp)
  }

  /// Brings branch and index to the tip, fast-forward only, under the index's lock.
  ///
  /// - Returns: false where git holds the lock or moved the branch; it is tried again.
  func follow(_ recorder: Recorder, time: any TimeSource) throws(ObjectStoreError) -> Bool {
    guard let tip = recorder.tip, tip != followed else { return true }
    do throws(ObjectStoreError) {
      let took = try follower.follow(
        branch: name, from: followed, to: tip, isRecorded: recorded(up: tip, recorder),
        passed: passed(up: tip, recorder),
        isIgnored: { Self.isIgnored($0, recorder) },
        stat: { path in known(path, recorder).map { stat(of: $0.path, $0.file, time) } })
      stand(at: tip)
      wasMovedBack = false
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
  /// Whole nanoseconds.
  var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

extension IndexStat {
  /// What a stamp says, in the index's form.
  init(_ stamp: FileStamp) {
    self.init(
      changed: (stamp.changed / 1_000_000_000, UInt32(stamp.changed % 1_000_000_000)),
      modified: (stamp.modified / 1_000_000_000, UInt32(stamp.modified % 1_000_000_000)), device: stamp.device,
      inode: stamp.inode, user: stamp.owner, group: stamp.group, size: stamp.size)
  }
}
