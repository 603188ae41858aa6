internal import GitObjects

extension WatchState {
  /// Applies an event of a folder of the repository.
  mutating func handle(_ event: InotifyEvent, in role: SpecialFolder, now: Int64) {
    if event.mask.contains(.watchEnded) {
      special[event.watch] = nil
      if role == .repository { repository.formUnion([.references, .index, .operation, .configuration]) }
      return
    }
    guard !event.name.isEmpty else { return }
    let name = NameText.decode(event.name)
    let isFolder = event.mask.contains(.isFolder)
    switch role {
    case .repository:
      if isFolder, name == "refs" || name == "stet" { armSpecial() }
      if let part = SpecialFolder.part(named: name) { repository.insert(part) }
    case .references:
      guard isFolder, name == "heads" else { return }
      armSpecial()
      repository.insert(.references)
    case .branches:
      guard !name.hasSuffix(".lock") else { return }
      if isFolder { armSpecial() }
      repository.insert(.references)
    case .store:
      if isFolder { armSpecial() }
    case .displaced(let folder):
      if let seen = event.pathEvent { late.note(seen, at: folder + "/" + name, now: now) }
    case .cookies:
      guard let barrier = barriers.removeValue(forKey: name) else { return }
      settleTable(now: now)
      noteUnwatched(unwatched, now: now)
      barrier.continuation.resume()
    }
  }
}
