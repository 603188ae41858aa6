internal import FileSystem
internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

/// Completes the adoptions in a journal, and sorts the files that they and interrupted turns left in the store.
struct AdoptionRecovery: RecorderPart {
  /// The recorder, whose ledgers get the state.
  let recorder: Recorder

  /// An adoption in the journal.
  private struct Noted {
    var from: ObjectID?
    var target: ObjectID
    var leaving: Set<NameKey>
    var changes: [TreeChange]
  }

  /// Completes adoptions: finishes the interrupted one, finds the files that the others displaced, and restores files
  /// that a power cut left half written.
  ///
  /// - Parameters:
  ///   - start: the first entry after the last beginning; an adoption that ended before it is durable.
  ///   - isSameBoot: whether the disk has everything that was written. After a power cut an adoption may have ended in
  ///     the journal while names that it made are lost: all adoptions since the last checkpoint are repeated.
  func settleAdoptions(_ entries: [JournalEntry], since start: Int, isSameBoot: Bool, _ known: KnownCommits) throws {
    for (path, expected) in Self.unplaced(in: entries) {
      if let expected, disk.pointer(in: expected) != nil {
        log.expect(expected, at: path)
      } else {
        log.unplaced[path] = Unplaced(expected: expected, error: Self.notPlaced(path))
      }
    }
    var settled: [Noted] = []
    var pending: [Noted] = []
    for (position, entry) in entries.enumerated() {
      switch entry {
      case .adopt(let number, let from, let target, let leaving):
        log.sequence = max(log.sequence, number)
        guard known.canSettle(from: from, to: target) else { continue }
        let before = try from.map { try store.commit($0).tree }
        let changes = try TreeDiff.changes(from: before, to: store.commit(target).tree, in: store)
        try findDisplaced(by: changes, number: number, isSameBoot: isSameBoot)
        let noted = Noted(from: from, target: target, leaving: Set(leaving.map { NameKey($0) }), changes: changes)
        pending.append(noted)
        if position >= start { settled.append(noted) }
      case .adopted:
        if isSameBoot || position < start { pending = [] }
      default: break
      }
    }
    for noted in pending { try finish(noted, isSameBoot: isSameBoot) }
    settled += pending
    var paths = settled.flatMap { noted in
      noted.changes.filter { !noted.leaving.contains(NameKey($0.path)) }.map(\.path)
    }
    for case .unplaced(let path, _) in entries { paths.append(path.string) }
    try restoreAdopted(paths)
  }

  /// Places the files of an interrupted adoption. Paths at which the tip has another version by now were placed before.
  private func finish(_ noted: Noted, isSameBoot: Bool) throws {
    let changes = try noted.changes.map { try withoutTorn($0, isSameBoot: isSameBoot) }
    let plan = AdoptionPlan(from: tips.tree, to: tips.tree, changes: changes, leaving: noted.leaving)
    var run = try log.journalAdoption(from: noted.from, to: noted.target, plan)
    for change in changes {
      guard let path = try? WorkspacePath(change.path) else { continue }
      var recorded = try tips.entry(at: path)
      if recorded?.mode == .tree { recorded = nil }
      if recorded?.id != change.new?.id || recorded?.mode != change.new?.mode { run.drop(path) }
    }
    // Nobody synced the files that git wrote: after a power cut the first scan of the folder judges them, including
    // torn ones.
    if !isSameBoot { run.forgetLeft() }
    log.adoption = run
    try adopter.placeAdopted(within: .none)
  }

  /// Returns the files in a journal that could not be placed, and were still unplaced at its end.
  private static func unplaced(in entries: [JournalEntry]) -> [(path: WorkspacePath, expected: ObjectID?)] {
    var found: [WorkspacePath: ObjectID?] = [:]
    for entry in entries {
      switch entry {
      case .unplaced(let path, let expected): found[path] = .some(expected)
      case .placed(let path): found[path] = nil
      default: break
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The error of a file that could not be placed before the start.
  private static func notPlaced(_ path: WorkspacePath) -> FileError {
    FileError(
      code: .other, operation: "replace", path: path.string, errno: 0, message: "it could not be placed before")
  }

  /// Records again which files could not be placed, and retries them.
  func settleUnplaced(_ entries: [JournalEntry]) {
    for (path, noted) in Self.unplaced(in: entries) {
      // An adoption that was finished just now has the newer state.
      let expected = log.unplaced[path]?.expected ?? noted
      // A folder in the way cannot be observed.
      let onDisk = try? disk.look(at: path, rehash: true)
      let recorded = try? tips.entry(at: path)
      guard onDisk?.blob != recorded?.id || onDisk?.mode != recorded?.mode else {
        log.unplaced[path] = nil
        continue
      }
      log.unplaced[path] = Unplaced(expected: expected, error: Self.notPlaced(path))
    }
    adopter.placeAgain(log.unplaced.keys.sorted())
  }

  /// Finds the files that an interrupted adoption displaced, in its slots; staged files are deleted.
  private func findDisplaced(by changes: [TreeChange], number: UInt64, isSameBoot: Bool) throws {
    for (index, change) in AdoptionPlan.ordered(changes).enumerated() {
      guard let path = try? WorkspacePath(change.path) else { continue }
      let slot = SlotName.adopted(number, index)
      let temporary = FileLocation.store("tmp/\(slot)")
      let place = FileLocation.store("displaced/\(slot)")
      // A folder was made in the file's place, and the stop came before it was returned.
      for folder in [temporary, place] where tree.isFolder(folder) {
        try tree.putBack(folder, at: FileLocation(path))
      }
      if let stamp = try tree.stamp(of: temporary) {
        let onDisk = try? disk.look(at: path, rehash: true)
        let content = small(temporary, stamp)
        let blob = content.map { store.id(of: .blob, $0) } ?? (try? disk.displaced.findContent(temporary))
        let isStaged = change.new.map { blob == $0.id } ?? false
        // A staged file may be incomplete: it was not synced. A displaced file is not part of the new version, unless
        // the file itself is not the new version.
        var isPart = false
        if let content, let new = change.new { isPart = TornContent.isPart(content, of: try store.blob(new.id)) }
        if isStaged || (isPart && onDisk?.blob != change.new?.id) {
          try tree.remove(temporary)
        } else if try tree.stamp(of: place) == nil {
          try tree.move(temporary, toNew: place)
        }
      }
      guard log.slots[slot] == nil, let stamp = try tree.stamp(of: place) else { continue }
      var accounted = change.old?.id ?? .emptyBlob
      // A file displaced by an earlier recovery may be the remains of a power cut. Zeros of a large one are handled
      // when all are known.
      if !isSameBoot, let content = small(place, stamp),
        disk.pointer(in: accounted) == nil || content.contains(where: { $0 != 0 })
      {
        let blob = store.id(of: .blob, content)
        if try isTorn(content, blob, of: change, at: path) { accounted = blob }
      }
      log.slots.put(
        Displaced(path: path, location: place, accounted: accounted, since: time.now().monotonic), in: slot)
    }
  }

  /// Returns the bytes of a file that fits into memory; nil for a very large one, which recovery must not read whole,
  /// and for one that cannot be read: it is kept, and prevents no start.
  private func small(_ place: FileLocation, _ stamp: FileStamp) -> [UInt8]? {
    stamp.size > DiskView.holdInTurn ? nil : (try? tree.read(place, limit: .max))?.bytes
  }

  /// Returns the same change from the content on disk if a power cut left that: a part of the new version, zeros, or a
  /// version from before the recorded one (review A10).
  private func withoutTorn(_ change: TreeChange, isSameBoot: Bool) throws -> TreeChange {
    guard let new = change.new, new.mode.isFile, let path = try? WorkspacePath(change.path),
      let onDisk = try? disk.look(at: path, rehash: true), let blob = onDisk.blob, let bytes = onDisk.bytes,
      blob != new.id, blob != change.old?.id
    else { return change }
    let isLeft =
      try isSameBoot
      ? TornContent.isPart(bytes, of: store.blob(new.id))
      : disk.isTorn(onDisk, at: path) || isTorn(bytes, blob, of: change, at: path)
    guard isLeft else { return change }
    return TreeChange(path: change.path, old: TreeEntry(name: new.name, mode: new.mode, id: blob), new: new)
  }

  /// Returns whether a power cut may have left this text: a part of the new version or of the previous one, which its
  /// editor may not have synced, zeros, or an older version.
  private func isTorn(
    _ bytes: [UInt8], _ blob: ObjectID, of change: TreeChange, at path: WorkspacePath
  ) throws -> Bool {
    if bytes.allSatisfy({ $0 == 0 }) { return true }
    for version in [change.new, change.old].compactMap(\.self) where version.mode.isFile && version.id != blob {
      if TornContent.isPart(bytes, of: try store.blob(version.id)) { return true }
    }
    return try tips.hadVersion(blob, at: path)
  }

  /// Writes adopted files again of which a power cut left a part. One that cannot be written is unplaced: no file
  /// prevents the start.
  private func restoreAdopted(_ paths: [String]) throws {
    var turn = BringTurn()
    log.sequence += 1
    for (index, name) in Set(paths).sorted().enumerated() {
      guard let path = try? WorkspacePath(name), let recorded = try tips.entry(at: path), recorded.mode.isFile,
        let onDisk = try? disk.look(at: path, rehash: true), let blob = onDisk.blob, blob != recorded.id,
        let bytes = onDisk.bytes, TornContent.isPart(bytes, of: try store.blob(recorded.id))
      else { continue }
      let change = TreeChange(
        path: name, old: TreeEntry(name: path.name, mode: recorded.mode, id: blob), new: recorded)
      adopter.bring(change, at: path, into: SlotName.adopted(log.sequence, index), in: &turn)
    }
    writer.merge(turn.rescues)
  }

  /// Marks displaced files of which a power cut left only a part, or an older version, as recorded: that is nobody's
  /// save. Large ones of which it left zeros are deleted at once.
  func accountForTorn() throws {
    for slot in log.slots.names {
      guard let file = log.slots[slot] else { continue }
      guard let stamp = try tree.stamp(of: file.location) else { continue }
      if file.accounted == .emptyBlob {
        // No file was expected there: it had a new name.
        guard let content = small(file.location, stamp), content.allSatisfy({ $0 == 0 }) else { continue }
        log.slots.account(slot, for: store.id(of: .blob, content))
        continue
      }
      if stamp.kind == .file, disk.pointer(in: file.accounted) != nil,
        (try? disk.isZeros(file.location, stamp, unlike: file.accounted)) == true
      {
        try tree.remove(file.location)
        log.slots.remove(slot)
        continue
      }
      guard let content = small(file.location, stamp), let whole = try? store.blob(file.accounted) else { continue }
      let blob = store.id(of: .blob, content)
      guard blob != file.accounted else { continue }
      // The exchange that displaced the file is kept, and an earlier one of the same file is lost.
      let isOlder = (try? tips.hadVersion(blob, at: file.path)) == true
      if isOlder || TornContent.isPart(content, of: whole) { log.slots.account(slot, for: blob) }
    }
  }

  /// Deletes temporaries that no journal names. Displaced files that none names are deleted if history has their
  /// content, otherwise kept and listed.
  func removeLeftovers() throws {
    for entry in try tree.entries(of: .store("tmp")) {
      let place = FileLocation.store("tmp/\(entry.name)")
      // A turn's temporary was never acknowledged. Without a turn it may be a displaced file.
      if tree.isFolder(place) {
        try keepAside(place, entry.name)
      } else if entry.name.hasPrefix(SlotName.large), try isStagedLarge(place) {
        try tree.remove(place)
      } else if entry.name.hasPrefix("a") || entry.name.hasPrefix(SlotName.large), try !isInHistory(place) {
        try keepAside(place, entry.name)
      } else {
        try tree.remove(place)
      }
    }
    for entry in try tree.entries(of: .store("displaced")) where log.slots[entry.name] == nil {
      let place = FileLocation.store("displaced/\(entry.name)")
      if try isInHistory(place) { try tree.remove(place) } else { try keepAside(place, entry.name) }
    }
  }

  private func isInHistory(_ place: FileLocation) throws -> Bool {
    guard let stamp = try tree.stamp(of: place) else { return true }
    if disk.large != nil, stamp.size >= Pointer.byteLimit, let found = try? disk.displaced.findContent(place),
      store.contains(found)
    {
      store.note(found)
      return (try? disk.displaced.keepsContent(of: place, found)) == true
    }
    guard let content = try? tree.read(place, limit: DiskView.readLimit) else { return false }
    let blob = store.id(of: .blob, content.bytes)
    guard store.contains(blob) else { return false }
    store.note(blob)
    return true
  }

  /// Returns whether a temporary is the file to place, and not the one that it was exchanged for: its name ends in its
  /// inode at that time, or in none while it was written.
  private func isStagedLarge(_ place: FileLocation) throws -> Bool {
    guard let dash = place.name.lastIndex(of: "-") else { return true }
    return try tree.stamp(of: place).map { String($0.inode) } == String(place.name[place.name.index(after: dash)...])
  }

  private func keepAside(_ place: FileLocation, _ name: String) throws {
    try tree.makeDirectories(.store("rescue"))
    var name = name
    while try tree.stamp(of: .store("rescue/\(name)")) != nil { name += "-" }
    try tree.move(place, toNew: .store("rescue/\(name)"))
    disk.problems[NameKey(".git/stet/rescue/\(name)")] =
      "an interrupted write set this file aside; check it, then delete it"
  }
}
