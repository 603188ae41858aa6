internal import FolderKeeping
internal import Journal
internal import LargeFiles
internal import Synchronization
internal import Threads
internal import Transfers
internal import Values
internal import WorkTree

/// Deletes the objects of older versions of large files, if the remote has them.
final class OldVersionDesk: Sendable {
  private let root: String
  private let keeper: FolderKeeper
  private let exchange: CurrentExchange
  private let needed: NeededObjects
  private let events: EventHub
  private let time: any TimeSource
  /// The last list of the objects on this machine.
  private let listed = Mutex(ListedObjects())

  private var folder: ObjectFolder { keeper.large.folder }

  /// Makes the desk of a folder without a list.
  init(
    root: String, keeper: FolderKeeper, exchange: CurrentExchange, needed: NeededObjects, events: EventHub,
    time: any TimeSource
  ) {
    self.root = root
    self.keeper = keeper
    self.exchange = exchange
    self.needed = needed
    self.events = events
    self.time = time
  }

  /// Deletes objects that only older versions of large files have: no file here shows them, and the remote confirmed
  /// just now that it has them. They are downloaded again when a reader asks for such a version.
  ///
  /// - Parameter wanted: the number of bytes to free; the least recently read objects are deleted first.
  /// - Returns: the number of bytes freed.
  func drop(_ wanted: Int) async -> Int {
    guard let exchange = exchange.running else { return 0 }
    var (gone, freed): (Set<ContentID>, Int) = ([], 0)
    // The objects that arrived since the last list may not be needed.
    if let recent = listed.withLock({ $0.objects(at: time.now().seconds) }) {
      await drop(recent, wanted, exchange, &gone, &freed)
    }
    if freed < wanted { await drop(await storedObjects(), wanted, exchange, &gone, &freed) }
    if !gone.isEmpty {
      let what = gone.count == 1 ? "an older version" : "\(gone.count) older versions"
      events.publish(.evicted, "\(what) of large files gave room; the remote has what was here")
    }
    return freed
  }

  private func drop(
    _ stored: [LargeFiles.StoredObject], _ wanted: Int, _ exchange: Exchange, _ gone: inout Set<ContentID>,
    _ freed: inout Int
  ) async {
    let objects = exchange.objects
    var answers: [ContentID: Bool] = [:]
    for object in stored where objects.known.denies(object.id) { answers[object.id] = false }
    while freed < wanted {
      // Determined anew each time: a version may have been restored in the meantime.
      guard let needed = await needed.contents() else { return }
      let plan = ObjectPlan(
        stored.filter { !gone.contains($0.id) }, needed: needed, answers: answers, wanted: wanted - freed)
      if !plan.dropped.isEmpty {
        let dropped = Set(plan.dropped)
        // An object that was deleted in another way since it was listed frees no room.
        let here = await onThread("stet.objects", isBackground: true) { [folder = folder] in
          stored.filter { dropped.contains($0.id) && folder.holds(Pointer(id: $0.id, size: $0.size)) }
        }
        await folder.discard(plan.dropped)
        listed.withLock { $0.remove(dropped) }
        gone.formUnion(dropped)
        freed = here.reduce(freed) { $0.saturatingAdd($1.size) }
        continue
      }
      let pointers = plan.asked.map { Pointer(id: $0.id, size: $0.size) }
      guard !pointers.isEmpty, case .success(let said) = await objects.link.holds(pointers),
        case .success(let damaged) = await objects.link.damaged(pointers.filter { said.contains($0.id) })
      else { return }
      for pointer in pointers { answers[pointer.id] = said.contains(pointer.id) && !damaged.contains(pointer.id) }
      let denied = pointers.filter { answers[$0.id] == false }
      guard !denied.isEmpty else { continue }
      await onThread("stet.objects", isBackground: true) { [known = objects.known] in known.remove(denied.map(\.id)) }
      await objects.uploader.send(again: await published(denied, exchange))
    }
  }

  /// Returns versions in published commits that name these contents. A content that no published commit names is not
  /// uploaded: it may be a secret.
  private func published(_ pointers: [Pointer], _ exchange: Exchange) async -> [PointedVersion] {
    guard let remote = await exchange.engine.remoteCommit() else { return [] }
    return await onThread("stet.objects", isBackground: true) { [root] in
      (try? PublishedPointers(store: RepositoryStore.open(root: root)).find(pointers, in: remote)) ?? []
    }
  }

  private func storedObjects() async -> [LargeFiles.StoredObject] {
    let stored = await onThread("stet.objects", isBackground: true) { [folder = folder] in
      (try? folder.list()) ?? []
    }
    let now = time.now().seconds
    listed.withLock { $0.note(stored, at: now) }
    return stored
  }
}
