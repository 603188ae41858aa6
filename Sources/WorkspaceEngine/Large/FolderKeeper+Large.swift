internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Threads

extension FolderKeeper {
  /// Returns the large files of the tip at a path and below (nil: all), ordered by path; no file is read.
  ///
  /// - Parameter range: limits the result to paths between two paths, both included.
  func largeFiles(
    under folder: WorkspacePath?, within range: ClosedRange<WorkspacePath>? = nil
  ) throws(ObjectStoreError) -> [LargeEntry] {
    try recorder.disk.largeEntries(under: folder, within: range)
  }

  /// Returns the large files whose content in the folder is older than the tip's.
  func outdatedLargeFiles() throws(ObjectStoreError) -> [LargeEntry] {
    var entries: [LargeEntry] = []
    for path in recorder.log.awaitedPaths { entries += try recorder.disk.largeEntries(under: path) }
    return entries
  }

  /// Returns the number of large files in the tip, and the number of those whose content is here.
  func largeCounts() throws(ObjectStoreError) -> (files: Int, current: Int) { try recorder.disk.largeCounts() }

  /// Takes the table of large files that was read beside the turns, unless one was read already.
  func take(_ table: LargeTable) { recorder.disk.take(table) }

  /// Returns the stored table of large files, read on a thread; nil if there is none.
  static func storedLargeTable(root: String) async -> LargeTable? {
    await onThread("stet.large") { (try? DiskTree(root: root)).flatMap { LargeTable.load(from: $0) } }
  }

  /// Returns the contents that the folder needs or may need.
  func neededContents() throws(ObjectStoreError) -> Set<ContentID> { try recorder.swapper.neededContents() }

  /// Finds the large files of the tip beside the turns, unless a stored table named them or a caller has needed them:
  /// for 100,000 files that takes seconds.
  func findLargeFiles(root: String) async {
    guard let target = recorder.disk.unreadLargeTree else { return }
    let table = await onThread("stet.large", isBackground: true) { Self.largeTable(of: target, root: root) }
    if let table { recorder.disk.take(table) }
  }

  private static func largeTable(of target: ObjectID, root: String) -> LargeTable? {
    guard let repository = try? Repository(root: root) else { return nil }
    return try? LargeTable.read(target, in: repository) { repository.filter(of: $0) == "lfs" }
  }

  /// Whether the attributes make the recorder record a path's content as a pointer, whatever file is there now.
  func isGivenToLFS(_ path: WorkspacePath) -> Bool { recorder.disk.isGivenToLFS(path) }

  /// Whether a version of a path is a pointer to a content.
  func isPointer(_ version: ObjectID, at path: WorkspacePath) -> Bool {
    guard recorder.disk.pointer(in: version) != nil else { return false }
    return recorder.disk.isGivenToLFS(path) || ((try? recorder.disk.recordedPointer(at: path)) ?? nil) != nil
  }

  /// Puts the content of a large file, whose object is here, in the place of its placeholder or of an older content;
  /// like `exchange`.
  func place(_ path: WorkspacePath, _ pointer: Pointer) async -> ExchangeOutcome {
    await exchange([LargeWish(path: path, pointer: pointer, isPlaceholder: false)])[0]
  }

  /// Puts the placeholder in the place of a large file's content; like `exchange`.
  func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer) async -> ExchangeOutcome {
    await exchange([LargeWish(path: path, pointer: pointer, isPlaceholder: true)])[0]
  }

  /// Reports the results of an exchange and schedules the next steps.
  func exchangeEnded(from before: ObjectID?) {
    turnEnded(from: before)
    schedule()
  }

  /// Whether files may be exchanged now: recording is on, git is not at work, and its changes to the branch have been
  /// read.
  var mayExchange: Bool {
    observeGit()
    return !mustInspect && allows(.exchange)
  }

  /// Places the contents whose objects are here and that a turn left to be placed.
  func placeLarge() {
    guard waitingPlacements.start(hasNew: !recorder.exchanges.toPlace.isEmpty, at: time.now().monotonic) else { return }
    Task { [weak self] in await self?.placeWaiting() }
  }

  /// Schedules a retry for contents that could not be placed because a program is saving the file or git is at work.
  func placeLater(_ paths: [WorkspacePath]) {
    waitingPlacements.add(paths, at: time.now().monotonic)
    schedule()
  }

  private func placeWaiting() async {
    defer {
      waitingPlacements.end()
      schedule()
    }
    while true {
      let again = waitingPlacements.take(at: time.now().monotonic)
      let paths = Set(recorder.exchanges.takeToPlace()).union(again).sorted()
      if paths.isEmpty { return }
      let wishes = paths.compactMap { path -> LargeWish? in
        guard let pointer = (try? recorder.disk.recordedPointer(at: path)) ?? nil, large.folder.holds(pointer) else {
          return nil
        }
        return LargeWish(path: path, pointer: pointer, isPlaceholder: false)
      }
      var busy: [WorkspacePath] = []
      for (wish, outcome) in zip(wishes, await exchange(wishes)) {
        let path = wish.path
        switch outcome {
        case .done:
          waitingPlacements.notePlaced()
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
