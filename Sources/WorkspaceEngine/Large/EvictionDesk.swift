internal import FolderKeeping
internal import GitObjects
internal import Glibc
internal import LargeFiles
internal import Threads
internal import Transfers
internal import Values
internal import WorkTree

/// Makes room on the disk: replaces contents of large files by placeholders, and deletes objects that the remote has.
final class EvictionDesk: Sendable {
  private let root: String
  private let keeper: FolderKeeper
  private let exchange: CurrentExchange
  private let pins: PathMarks
  private let evicted: PathMarks
  private let events: EventHub
  private let time: any TimeSource
  private let needed: NeededObjects
  private let oldVersions: OldVersionDesk

  private var folder: ObjectFolder { keeper.large.folder }

  /// Makes the desk of a folder.
  ///
  /// - Parameter evicted: the marks of evicted files, to which the desk adds.
  init(
    root: String, keeper: FolderKeeper, exchange: CurrentExchange, conflicts: ConflictDesk, pins: PathMarks,
    evicted: PathMarks, events: EventHub, time: any TimeSource
  ) {
    self.root = root
    self.keeper = keeper
    self.exchange = exchange
    self.pins = pins
    self.evicted = evicted
    self.events = events
    self.time = time
    needed = NeededObjects(keeper: keeper, exchange: exchange, conflicts: conflicts)
    oldVersions = OldVersionDesk(
      root: root, keeper: keeper, exchange: exchange, needed: needed, events: events, time: time)
  }

  /// Replaces contents by placeholders. A file stays if it is pinned, open, changed or has other hard links, or if the
  /// remote, asked now, does not have its content.
  ///
  /// The objects are deleted after their files were replaced. Objects that unpublished commits or open conflicts name
  /// stay.
  func evict(_ entries: [LargeEntry]) async -> [NameKey: (outcome: String, problem: String?)] {
    await evict(entries, .all).outcomes
  }

  /// Makes room for downloads: first deletes older versions that no file here shows, then evicts the least recently
  /// used contents.
  ///
  /// - Parameter bytes: the bytes to be downloaded; the policy's minimum stays free in addition.
  /// - Returns: whether there is room.
  func makeRoom(_ bytes: Int) async -> Bool {
    let floor = keeper.policy.accepted.placeholders.keepFree
    guard let free = await onThread("stet.objects", { [folder] in try? folder.freeSpace() }) else { return false }
    var missing = bytes.saturatingAdd(floor).saturatingAdd(-free)
    guard missing > 0 else { return true }
    missing -= await oldVersions.drop(missing)
    guard missing > 0 else { return true }
    // No content in use is evicted for a background download: only as much as the policy's minimum requires.
    guard missing > bytes, let entries = try? await keeper.largeFiles(under: nil) else { return false }
    _ = await evict(entries, .bytes(missing - bytes))
    return false
  }

  private func evict(
    _ entries: [LargeEntry], _ want: EvictionPlan.Want
  ) async -> (outcomes: [NameKey: (outcome: String, problem: String?)], freed: Int) {
    var outcomes: [NameKey: (outcome: String, problem: String?)] = [:]
    let contents = entries.filter { entry in
      switch entry.state {
      case .content: return true
      case .placeholder: outcomes[NameKey(entry.path.string)] = ("done", nil)
      case .changed, .absent:
        outcomes[NameKey(entry.path.string)] = ("kept", EvictionPlan.Reason.changed.description)
      }
      return false
    }
    guard !contents.isEmpty else { return (outcomes, 0) }
    var held: Set<ContentID> = []
    var failure: String? = "there is no remote: this is the only copy"
    // Taken once: another remote may replace this one meanwhile, and would confirm what only the old one held.
    let link = exchange.objects?.link
    if let link {
      switch await link.holds(contents.map(\.pointer)) {
      case .success(let ids):
        (held, failure) = (ids, nil)
        await sendAgain(contents.filter { !ids.contains($0.pointer.id) })
      case .failure(let fault): failure = "the remote could not be asked whether it has it: \(fault)"
      }
    }
    let now = Int(time.now().seconds)
    let plan = await self.plan(contents, held: held, by: link, want, now)
    for (path, reason) in plan.kept {
      outcomes[NameKey(path.string)] = (
        "kept", reason == .unverified ? failure ?? reason.description : reason.description
      )
    }
    var replaced: [String] = []
    var failed: Set<ContentID> = []
    var wishes = plan.evicted.map { LargeWish(path: $0.path, pointer: $0.pointer, isPlaceholder: true) }
    for attempt in 0..<3 where !wishes.isEmpty {
      // A child that is being started holds copies of the daemon's descriptors for a moment; no event reports its exec.
      if attempt > 0 { try? await Task.sleep(for: .milliseconds(50)) }
      // `git status` ends soon; a rebase that waits for the person does not.
      await keeper.waitToExchange(until: time.now().monotonic + 2_000_000_000)
      var busy: [LargeWish] = []
      for (wish, outcome) in zip(wishes, await keeper.exchange(wishes)) {
        let key = NameKey(wish.path.string)
        if outcome == .busy || outcome == .paused { busy.append(wish) }
        if outcome == .done {
          replaced.append(wish.path.string)
          outcomes[key] = ("done", nil)
          failed.remove(wish.pointer.id)
        } else {
          failed.insert(wish.pointer.id)
          outcomes[key] = ("kept", Self.words(for: outcome))
        }
      }
      wishes = busy
    }
    if let kept = await needed.named() {
      await folder.discard(plan.objects.filter { !failed.contains($0) && !kept.contains($0) })
    }
    if !replaced.isEmpty {
      // Before the answer, so that `git status` right after it finds nothing changed.
      await keeper.run { $0.work.following.refreshIndex() }
      try? await evicted.change(adding: replaced, removing: [])
      let what = replaced.count == 1 ? replaced[0] : "\(replaced.count) large files"
      events.publish(.evicted, "\(what) gave room; the remote has the content", paths: replaced)
    }
    return (outcomes, plan.freed)
  }

  /// Makes the plan, and verifies the contents to be evicted on a remote that is a folder: a file of the right size
  /// there may be damaged.
  private func plan(
    _ contents: [LargeEntry], held: Set<ContentID>, by link: ObjectLink?, _ want: EvictionPlan.Want, _ now: Int
  ) async -> EvictionPlan {
    let needed = await objectsNeeded(beside: contents)
    // On a thread, because each candidate is read on the disk.
    var candidates = await onThread("stet.evict", isBackground: true) { [self] in
      contents.map { candidate($0, isHeld: held.contains($0.pointer.id), now) }
    }
    var seen: Set<ContentID> = []
    while true {
      let plan = EvictionPlan(candidates, want: want, needed: needed, now: now)
      let unread = plan.evicted.map(\.pointer).filter { seen.insert($0.id).inserted }
      guard !unread.isEmpty, let link else { return plan }
      let answer = await link.damaged(unread)
      // A remote that cannot be asked any more confirms none of them.
      let damaged = (try? answer.get()) ?? Set(unread.map(\.id))
      guard !damaged.isEmpty else { return plan }
      for index in candidates.indices where damaged.contains(candidates[index].pointer.id) {
        candidates[index].verified = nil
      }
      if case .success = answer { await sendAgain(contents.filter { damaged.contains($0.pointer.id) }) }
    }
  }

  /// Returns the objects of other files whose content is here or may be: their objects must not be deleted.
  private func objectsNeeded(beside entries: [LargeEntry]) async -> Set<ContentID> {
    guard let all = try? await keeper.largeFiles(under: nil) else { return Set(entries.map(\.pointer.id)) }
    let paths = Set(entries.map(\.path))
    return Set(
      all.filter { entry in
        (entry.state == .content || entry.state == .changed) && !paths.contains(entry.path)
      }.map(\.pointer.id))
  }

  /// Removes objects that the remote denies from the known ones, and uploads the published ones of them again.
  ///
  /// An unpublished object is uploaded with its commit, or never: a secret is not published.
  private func sendAgain(_ denied: [LargeEntry]) async {
    guard !denied.isEmpty, let exchange = exchange.running else { return }
    await onThread("stet.objects") { [known = exchange.objects.known] in known.remove(denied.map(\.pointer.id)) }
    guard let remote = await exchange.engine.remoteCommit(), let tip = await keeper.tip,
      let found = try? await exchange.objects.unpublished.find(of: tip, over: remote)
    else { return }
    let unpublished = Set(found.map(\.pointer.id))
    let published = denied.filter { !unpublished.contains($0.pointer.id) }.map { entry in
      PointedVersion(version: PathVersion(entry.path.string, entry.blob), pointer: entry.pointer)
    }
    await exchange.objects.uploader.send(again: published)
  }

  private func candidate(_ entry: LargeEntry, isHeld: Bool, _ now: Int) -> EvictionCandidate {
    var status = stat()
    let isThere = lstat(root + "/" + entry.path.string, &status) == 0
    var candidate = EvictionCandidate(
      path: entry.path, pointer: entry.pointer,
      lastUse: max(Int(status.st_atim.tv_sec), Int(status.st_mtim.tv_sec)))
    candidate.isPinned = pins.covers(entry.path.string)
    candidate.isChanged = !isThere
    candidate.links = Int(status.st_nlink)
    candidate.verified = isHeld ? now : nil
    return candidate
  }

  private static func words(for outcome: ExchangeOutcome) -> String {
    switch outcome {
    case .done: "done"
    case .changed: EvictionPlan.Reason.changed.description
    case .busy: EvictionPlan.Reason.open.description
    case .paused: "git is at work in the folder, or nothing is recorded just now"
    case .missing: "its content is not here"
    case .failed(let why): why
    }
  }
}
