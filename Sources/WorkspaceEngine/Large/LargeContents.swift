internal import FolderKeeping
internal import GitObjects
internal import LargeFiles
internal import Synchronization
internal import Threads
internal import WorkTree

/// Brings the contents of large files into the folder, from the local objects or from the remote.
final class LargeContents: Sendable {
  private let root: String
  private let keeper: FolderKeeper
  private let exchange: CurrentExchange
  private let pins: PathMarks
  private let evicted: PathMarks
  private let events: EventHub
  private let time: any TimeSource
  let searches = Mutex(WantedSearches())

  private var folder: ObjectFolder { keeper.large.folder }

  /// Makes the contents of a folder.
  ///
  /// - Parameter evicted: the marks of evicted files: a file whose content comes loses its mark.
  init(
    root: String, keeper: FolderKeeper, exchange: CurrentExchange, pins: PathMarks, evicted: PathMarks,
    events: EventHub, time: any TimeSource
  ) {
    self.root = root
    self.keeper = keeper
    self.exchange = exchange
    self.pins = pins
    self.evicted = evicted
    self.events = events
    self.time = time
  }

  /// Puts objects that are here in the place of their placeholders.
  func place(_ objects: [(pointer: Pointer, paths: [WorkspacePath])]) async {
    var wishes = objects.flatMap { object in
      object.paths.map { LargeWish(path: $0, pointer: object.pointer, isPlaceholder: false) }
    }
    wishes.sort { $0.path < $1.path }
    var placed: [String] = []
    var waiting: [WorkspacePath] = []
    for (wish, outcome) in zip(wishes, await keeper.exchange(wishes)) {
      let path = wish.path
      switch outcome {
      case .done: placed.append(path.string)
      case .changed, .missing: break
      case .busy, .paused: waiting.append(path)
      case .failed(let why):
        events.publish(.problem, "\(path) came and could not be put in its place: \(why)", paths: [path.string])
      }
    }
    // If the write fails, the content is downloaded on request.
    if !placed.isEmpty || !waiting.isEmpty {
      try? await evicted.change(adding: [], removing: placed + waiting.map(\.string))
    }
    if !waiting.isEmpty { await keeper.run { [waiting] in $0.work.placing.placeLater(waiting) } }
    await exchange.objects?.downloader.forgetCancelled(objects.map(\.pointer.id))
    if !placed.isEmpty {
      let what = placed.count == 1 ? placed[0] : "\(placed.count) large files"
      events.publish(.downloaded, "the content of \(what) is here", paths: placed)
    }
  }

  /// Downloads what is wanted here if a search is due: the person's own git may have changed the branch since the last
  /// one, and a content may not have reached its place.
  func downloadWantedIfDue() async {
    let (tip, now) = (await keeper.tip, time.now().monotonic)
    if searches.withLock({ $0.isDue(of: tip, at: now) }) { await downloadWanted() }
  }

  /// Downloads the contents that the policy and the pins want here; places those whose objects are here.
  func downloadWanted() async {
    guard let downloader = exchange.objects?.downloader else { return }
    let tip = await keeper.tip
    await LargeTableSearch(root: root).run(for: keeper)
    let rules = keeper.policy.accepted.placeholders
    let brings = rules.bringsAny || !pins.isEmpty
    let hasRoom = await onThread("stet.objects") { [folder] in
      (try? folder.freeSpace()).map { $0 > rules.keepFree } ?? false
    }
    guard let entries = try? await brings ? keeper.largeFiles(under: nil) : keeper.outdatedLargeFiles() else { return }
    let now = time.now().monotonic
    searches.withLock { $0.note(tip, at: now) }
    let wantable = entries.filter { entry in
      guard entry.state == .placeholder || entry.state == .changed else { return false }
      let path = entry.path.string
      let rule = rules.download(of: path)
      // If an older content is here, the new one is wanted too, whatever was evicted before. No content is evicted to
      // make room for one that the policy downloads only on request.
      let isWanted =
        entry.state == .changed
        ? rule == .eager || rule == .lazy && hasRoom : rule == .eager && !evicted.covers(path)
      return pins.covers(path) || isWanted
    }
    let held = await folder.held(of: wantable)
    let wanted = wantable.filter { !held.contains($0.pointer) }.map { (pointer: $0.pointer, path: $0.path) }
    let here = wantable.filter { held.contains($0.pointer) }.map { (pointer: $0.pointer, paths: [$0.path]) }
    await downloader.want(wanted, .background)
    if !here.isEmpty { await place(here) }
  }

  /// Places the contents that are here, and begins the download of the others.
  ///
  /// - Returns: the outcome for each path.
  func download(_ entries: [LargeEntry]) async -> [NameKey: (outcome: String, problem: String?)] {
    let downloader = exchange.objects?.downloader
    var outcomes: [NameKey: (String, String?)] = [:]
    var wanted: [(pointer: Pointer, path: WorkspacePath)] = []
    var here: [(pointer: Pointer, paths: [WorkspacePath])] = []
    let held = await folder.held(of: entries.filter { $0.state != .content })
    for entry in entries {
      let key = NameKey(entry.path.string)
      if entry.state == .content {
        outcomes[key] = ("done", nil)
      } else if held.contains(entry.pointer) {
        here.append((entry.pointer, [entry.path]))
        outcomes[key] = ("done", nil)
      } else if downloader == nil {
        outcomes[key] = ("kept", "there is no remote to download it from")
      } else {
        wanted.append((entry.pointer, entry.path))
        outcomes[key] = ("started", nil)
      }
    }
    if !here.isEmpty { await place(here) }
    await downloader?.want(wanted, .asked)
    return outcomes
  }
}

extension ObjectFolder {
  /// Returns the contents of large files that are among the objects; on a thread, because each check reads the disk.
  func held(of entries: [LargeEntry]) async -> Set<Pointer> {
    await onThread("stet.objects") { [self] in Set(entries.lazy.map(\.pointer).filter { holds($0) }) }
  }
}
