internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Threads

extension WriteQueue {
  /// The large files of the tip at a path and below (nil: all), in order of their paths; no file is read.
  ///
  /// - Parameter range: only those between two paths, both included.
  func largeFiles(
    under folder: WorkspacePath?, within range: ClosedRange<WorkspacePath>? = nil
  ) throws(ObjectStoreError) -> [LargeEntry] {
    try recorder.largeEntries(under: folder, within: range)
  }

  /// The large files at which an older content stands than the tip has.
  func outdatedLargeFiles() throws(ObjectStoreError) -> [LargeEntry] {
    var entries: [LargeEntry] = []
    for path in recorder.awaitedPaths { entries += try recorder.largeEntries(under: path) }
    return entries
  }

  /// How many large files the tip has, and of how many the content stands here.
  func largeCounts() throws(ObjectStoreError) -> (files: Int, current: Int) { try recorder.largeCounts() }

  /// Takes the table of large files that was read beside the turns, where nobody asked for it yet.
  func take(_ table: LargeTable) { recorder.take(table) }

  /// The stored table of large files, read beside everything else; nil where there is none.
  static func storedLargeTable(root: String) async -> LargeTable? {
    await onThread("stet.large") { (try? DiskTree(root: root)).flatMap { LargeTable.load(from: $0) } }
  }

  /// The contents that something here needs or may need.
  func neededContents() throws(ObjectStoreError) -> Set<ContentID> { try recorder.neededContents() }

  /// Finds the large files of the tip beside the turns, where no stored table named them and nobody asked for them yet: of
  /// 100,000, it takes seconds.
  func findLargeFiles(root: String) async {
    guard let target = recorder.unreadLargeTree else { return }
    let table = await onThread("stet.large", isBackground: true) { Self.largeTable(of: target, root: root) }
    if let table { recorder.take(table) }
  }

  private static func largeTable(of target: ObjectID, root: String) -> LargeTable? {
    guard let repository = try? Repository(root: root) else { return nil }
    return try? LargeTable.read(target, in: repository) { repository.filter(of: $0) == "lfs" }
  }

  /// Whether attributes have a path's contents recorded as pointers, whatever stands there now.
  func isGivenToLFS(_ path: WorkspacePath) -> Bool { recorder.isGivenToLFS(path) }

  /// Whether a version of a path is a pointer that stands for a content.
  func isPointer(_ version: ObjectID, at path: WorkspacePath) -> Bool {
    guard recorder.pointer(in: version) != nil else { return false }
    return recorder.isGivenToLFS(path) || ((try? recorder.recordedPointer(at: path)) ?? nil) != nil
  }

  /// Puts the content of a large file, which is among the objects, where its placeholder stands, or the content of which
  /// it is the newer one; as `exchange`.
  func place(_ path: WorkspacePath, _ pointer: Pointer) async -> ExchangeOutcome {
    await exchange([LargeWish(path: path, pointer: pointer, isPlaceholder: false)])[0]
  }

  /// Puts the placeholder where the content of a large file stands; as `exchange`.
  func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer) async -> ExchangeOutcome {
    await exchange([LargeWish(path: path, pointer: pointer, isPlaceholder: true)])[0]
  }

  /// Tells what an exchange brought along, and has what follows it come.
  func exchangeEnded(from before: ObjectID?) {
    turnEnded(from: before)
    schedule()
  }

  /// Whether files may be exchanged now: recording goes on, git is not at work, and what it did to the branch was read.
  var mayExchange: Bool {
    observeGit()
    return !mustInspect && allows(.exchange)
  }

  /// Places the contents whose objects are here and that a turn left to be placed.
  func placeLarge() {
    let isDue = !placeLater.isEmpty && placeAt <= time.now().monotonic
    guard !isPlacingLarge, isDue || !recorder.toPlace.isEmpty else { return }
    isPlacingLarge = true
    Task { [weak self] in await self?.placeWaiting() }
  }

  /// Has contents placed that could not be: somebody is saving, or git is at work. That ends.
  func placeLater(_ paths: [WorkspacePath]) {
    placeLater.formUnion(paths)
    placeAt = time.now().monotonic + placePause.next
    placePause.lengthen()
    schedule()
  }

  private func placeWaiting() async {
    defer { isPlacingLarge = false }
    while true {
      let again = placeAt <= time.now().monotonic ? placeLater : []
      placeLater.subtract(again)
      let paths = Set(recorder.takeToPlace()).union(again).sorted()
      if paths.isEmpty { return }
      let wishes = paths.compactMap { path -> LargeWish? in
        guard let pointer = (try? recorder.recordedPointer(at: path)) ?? nil, large.folder.holds(pointer) else {
          return nil
        }
        return LargeWish(path: path, pointer: pointer, isPlaceholder: false)
      }
      var busy: [WorkspacePath] = []
      for (wish, outcome) in zip(wishes, await exchange(wishes)) {
        let path = wish.path
        switch outcome {
        case .done:
          placePause.reset()
          if again.contains(path) {
            events.publish(.downloaded, "the content of \(path) is here", paths: [path.string])
          }
        case .changed, .missing: break
        case .busy, .paused: busy.append(path)
        case .failed(let reason):
          events.publish(.problem, "\(path) could not be brought to its place: \(reason)", paths: [path.string])
        }
      }
      if !busy.isEmpty { placeLater(busy) }
    }
  }
}
