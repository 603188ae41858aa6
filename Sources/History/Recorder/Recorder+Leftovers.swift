internal import FileSystem
internal import GitObjects

extension Recorder {
  /// Brings adoptions to their end: finishes the interrupted one, finds what the others displaced, and brings back
  /// what a power cut left half written.
  func settleAdoptions(_ entries: [JournalEntry]) throws {
    var adoptions: [(changes: [TreeChange], leaving: Set<String>)] = []
    var pending: (to: ObjectID, leaving: Set<String>)?
    for entry in entries {
      switch entry {
      case .adopt(let number, let from, let target, let leaving):
        sequence = max(sequence, number)
        guard store.contains(target) else { continue }
        let before = try from.map { try store.commit($0).tree }
        let changes = try TreeDiff.changes(from: before, to: store.commit(target).tree, in: store)
        try findDisplaced(by: changes, number: number)
        pending = (target, Set(leaving))
        adoptions.append((changes, Set(leaving)))
      case .adopted: pending = nil
      case .turn(let record) where record.parent == pending?.to: pending = nil
      default: break
      }
    }
    if let pending {
      let changes = try TreeDiff.changes(from: tipTree, to: store.commit(pending.to).tree, in: store).map(withoutTorn)
      let number = try journalAdoption(of: pending.to, leaving: pending.leaving)
      _ = try finishAdoption(pending.to, changes, leaving: pending.leaving, number: number)
    }
    try restoreAdopted(
      adoptions.flatMap { adoption in
        adoption.changes.filter { !adoption.leaving.contains($0.path) }.map(\.path)
      })
  }

  /// Finds in the slots of an interrupted adoption what it displaced; staged files go.
  private func findDisplaced(by changes: [TreeChange], number: UInt64) throws {
    for (index, change) in Self.ordered(changes).enumerated() {
      guard let path = try? WorkspacePath(change.path) else { continue }
      let slot = Self.slot(number, index)
      let temporary = FileLocation.store("tmp/\(slot)")
      let place = FileLocation.store("displaced/\(slot)")
      if let content = try tree.read(temporary, limit: .max) {
        let standing = try? look(at: path, rehash: true)
        let isStaged = change.new.map { store.id(of: .blob, content.bytes) == $0.id } ?? false
        // A staged file need not be whole: it was not synced. What was displaced is not part of the new version,
        // unless the file itself does not stand as the new version.
        let isPart = try change.new.map { Self.isPart(content.bytes, of: try store.blob($0.id)) } ?? false
        if isStaged || (isPart && standing?.blob != change.new?.id) {
          try tree.remove(temporary)
        } else if try tree.stamp(of: place) == nil {
          try tree.move(temporary, toNew: place)
        }
      }
      guard displaced[slot] == nil, try tree.stamp(of: place) != nil else { continue }
      displaced[slot] = Displaced(
        path: path, location: place, accounted: change.old?.id ?? .emptyBlob, since: time.now().monotonic)
    }
  }

  /// The same change where a power cut left a part of the new version: that is nobody's text.
  private func withoutTorn(_ change: TreeChange) throws -> TreeChange {
    guard let new = change.new, new.mode.isFile, let path = try? WorkspacePath(change.path),
      let standing = try? look(at: path, rehash: true), let blob = standing.blob, let bytes = standing.bytes,
      blob != new.id, Self.isPart(bytes, of: try store.blob(new.id))
    else { return change }
    return TreeChange(path: change.path, old: TreeEntry(name: new.name, mode: new.mode, id: blob), new: new)
  }

  /// Writes adopted files again of which a power cut left a part.
  private func restoreAdopted(_ paths: [String]) throws {
    var rescues: [Rescue] = []
    sequence += 1
    for (index, name) in Set(paths).sorted().enumerated() {
      guard let path = try? WorkspacePath(name), let recorded = try entry(at: path), recorded.mode.isFile,
        let standing = try? look(at: path, rehash: true), let blob = standing.blob, blob != recorded.id,
        let bytes = standing.bytes, Self.isPart(bytes, of: try store.blob(recorded.id))
      else { continue }
      let change = TreeChange(
        path: name, old: TreeEntry(name: path.name, mode: recorded.mode, id: blob), new: recorded)
      _ = try bring(change, at: path, slot: Self.slot(sequence, index), rescues: &rescues)
    }
    merge(rescues)
  }

  /// Counts displaced files of which a power cut left only a part as accounted for: that part is nobody's text.
  func accountForTorn() throws {
    for (slot, file) in displaced where file.accounted != .emptyBlob {
      guard let content = try tree.read(file.location, limit: .max), let whole = try? store.blob(file.accounted),
        Self.isPart(content.bytes, of: whole)
      else { continue }
      displaced[slot]?.accounted = store.id(of: .blob, content.bytes)
    }
  }

  /// Removes temporaries that no journal names; displaced files that none names go where history holds the same, and
  /// are kept and listed otherwise.
  func removeLeftovers() throws {
    for entry in try tree.entries(of: .store("tmp")) {
      let place = FileLocation.store("tmp/\(entry.name)")
      // Of a turn: never acknowledged. Without one it may be what was displaced.
      if entry.name.hasPrefix("a"), try !isInHistory(place) {
        try keepAside(place, entry.name)
      } else {
        try tree.remove(place)
      }
    }
    for entry in try tree.entries(of: .store("displaced")) where displaced[entry.name] == nil {
      let place = FileLocation.store("displaced/\(entry.name)")
      if try isInHistory(place) { try tree.remove(place) } else { try keepAside(place, entry.name) }
    }
  }

  private func isInHistory(_ place: FileLocation) throws -> Bool {
    guard let content = try? tree.read(place, limit: .max) else { return false }
    let blob = store.id(of: .blob, content.bytes)
    guard store.contains(blob) else { return false }
    store.note(blob)
    return true
  }

  private func keepAside(_ place: FileLocation, _ name: String) throws {
    try tree.makeDirectories(.store("rescue"))
    var name = name
    while try tree.stamp(of: .store("rescue/\(name)")) != nil { name += "-" }
    try tree.move(place, toNew: .store("rescue/\(name)"))
    problems[".git/stet/rescue/\(name)"] = "a file that an interrupted write had set aside; look at it, then delete it"
  }
}
