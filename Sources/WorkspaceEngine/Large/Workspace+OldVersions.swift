internal import Dispatch
internal import GitObjects
internal import History
internal import LargeFiles

extension Workspace {
  /// Has objects go that only older versions of large files have: nothing that stands here shows them, and the remote said
  /// just now that it has them. They come again when somebody asks for such a version.
  ///
  /// - Parameter wanted: so many bytes; what was read least lately goes first.
  /// - Returns: how many bytes became free.
  func dropOldVersions(_ wanted: Int) async -> Int {
    guard let objects = exchange.withLock({ $0?.objects }) else { return 0 }
    let stored = await storedObjects()
    var answers: [ContentID: Bool] = [:]
    var (gone, freed): (Set<ContentID>, Int) = ([], 0)
    while true {
      // Asked anew each time: meanwhile somebody may have brought a version back.
      guard let needed = await contentsNeeded() else { break }
      let plan = ObjectPlan(
        stored.filter { !gone.contains($0.id) }, needed: needed, answers: answers, wanted: wanted - freed)
      if !plan.dropped.isEmpty {
        await remove(plan.dropped)
        gone.formUnion(plan.dropped)
        freed += plan.freed
        continue
      }
      let pointers = plan.asked.map { Pointer(id: $0.id, size: $0.size) }
      guard !pointers.isEmpty, case .success(let said) = await objects.link.holds(pointers) else { break }
      let damaged = await objects.link.damaged(pointers.filter { said.contains($0.id) })
      for pointer in pointers { answers[pointer.id] = said.contains(pointer.id) && !damaged.contains(pointer.id) }
      objects.known.remove(pointers.map(\.id).filter { answers[$0] == false })
    }
    if !gone.isEmpty {
      let what = gone.count == 1 ? "an older version" : "\(gone.count) older versions"
      events.publish(.evicted, "\(what) of large files gave room; the remote has what was here")
    }
    return freed
  }

  private func storedObjects() async -> [LargeFiles.StoredObject] {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "stet.objects", qos: .utility).async { [folder = large.folder] in
        continuation.resume(returning: (try? folder.list()) ?? [])
      }
    }
  }

  /// The contents that files, unpublished commits, open conflicts or held paths need; nil where that cannot be told.
  private func contentsNeeded() async -> Set<ContentID>? {
    guard let named = await namedObjects(), let needed = try? await queue.neededContents() else { return nil }
    return needed.union(named)
  }
}
