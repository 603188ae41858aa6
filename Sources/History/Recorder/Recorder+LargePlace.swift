internal import FileSystem
package import GitObjects
package import LargeFiles

/// Contents that take the place of their placeholders, and placeholders that take the place of contents: the tip has both
/// as the same version, so no commit is made.
extension Recorder {
  /// What the slots of such files begin with.
  static let largeSlot = "l"
  /// What those of contents begin with that give way to their placeholders: `le7.VERSION-INODE`.
  private static let evictedSlot = "le"

  /// The version of which a remote said, before what a slot holds was displaced, that it has the content: its object may be
  /// gone. What somebody wrote late to the file is another one. Nil where no remote was asked.
  static func versionHeldElsewhere(_ slot: String) -> ObjectID? {
    guard slot.hasPrefix(evictedSlot), let dot = slot.firstIndex(of: ".") else { return nil }
    return ObjectID(hex: slot[slot.index(after: dot)...].prefix { $0 != "-" })
  }

  /// Takes the paths whose content is here and waits to be placed.
  package func takeToPlace() -> [WorkspacePath] {
    defer { toPlace = [] }
    return toPlace.sorted()
  }

  /// Takes the files that were exchanged without a commit: git's index has the stat of what stood there before.
  package func takeExchanged() -> [WorkspacePath] {
    defer { exchanged = [] }
    return exchanged.sorted()
  }

  /// Says, while it stands, that the index was not told of everything: after a kill nobody knows of what.
  static let exchangedMark = FileLocation.store("exchanged")

  /// Says that the index is about to be behind.
  private func markExchanged() throws(FileError) {
    if isExchangeMarked { return }
    if try tree.stamp(of: Self.exchangedMark) == nil {
      try tree.create(Self.exchangedMark, bytes: [], permissions: 0o600, durable: false)
    }
    isExchangeMarked = true
  }

  /// Takes note that the index is to be told of a file: another one stands there soon, or with another stamp.
  func noteExchanged(_ path: WorkspacePath) throws(FileError) {
    try markExchanged()
    exchanged.insert(path)
  }

  /// The index was told of what was taken.
  package func noteExchangedTold() {
    guard exchanged.isEmpty else { return }
    isExchangeMarked = false
    try? tree.remove(Self.exchangedMark)
  }

  /// After a start: where the index was not told of everything, it is to be told of all large files.
  func recallExchanged() throws {
    guard large != nil, try tree.stamp(of: Self.exchangedMark) != nil else { return }
    exchanged = Set(try largeEntries(under: nil).map(\.path))
    noteExchangedTold()
  }

  /// Takes note of them again: the index could not be told.
  package func putBackExchanged(_ paths: [WorkspacePath]) { exchanged.formUnion(paths) }

  /// Begins to place the content of a large file; the caller runs the placement on any thread and comes back with
  /// `endPlacing` or, for many, with `exchangeLarge`.
  ///
  /// - Returns: the placement, or why there is none: `.done` where the content stands already.
  package func beginPlacing(
    _ path: WorkspacePath, _ pointer: Pointer
  ) throws(RecordError) -> Result<LargePlacement, ExchangeStop> {
    try RecordError.mapping {
      guard let large, state == .recording else { return .failure(ExchangeStop(.paused)) }
      guard let entry = try wanted(path, pointer) else { return .failure(ExchangeStop(.changed)) }
      let standing: Standing
      switch replaceable(path, entry) {
      case .failure(let stop): return .failure(stop)
      case .success(let found): standing = found
      }
      guard large.folder.holds(pointer) else { return .failure(ExchangeStop(.missing)) }
      return .success(placement(path, pointer, text: nil, entry, standing, in: large))
    }
  }

  /// Begins to put the placeholder where the content of a large file stands, as `beginPlacing`.
  ///
  /// - Returns: the placement, or why there is none: `.done` where the placeholder stands already.
  package func beginEvicting(
    _ path: WorkspacePath, _ pointer: Pointer
  ) throws(RecordError) -> Result<LargePlacement, ExchangeStop> {
    try RecordError.mapping {
      guard let large, state == .recording else { return .failure(ExchangeStop(.paused)) }
      guard let entry = try wanted(path, pointer) else { return .failure(ExchangeStop(.changed)) }
      let standing: Standing
      switch evictable(path, entry) {
      case .failure(let stop): return .failure(stop)
      case .success(let found): standing = found
      }
      if isElsewhere(path) {
        let why = "it stands on another mount than .git, where nothing can be exchanged in one step"
        return .failure(ExchangeStop(.failed(why)))
      }
      // Mostly the very bytes: a pointer in another spelling is read from the tip.
      var text = pointer.bytes
      if store.id(of: .blob, text) != entry.id { text = try store.blob(entry.id) }
      return .success(placement(path, pointer, text: text, entry, standing, in: large))
    }
  }

  private func placement(
    _ path: WorkspacePath, _ pointer: Pointer, text: [UInt8]?, _ entry: TreeEntry, _ standing: Standing,
    in large: LargeStore
  ) -> LargePlacement {
    sequence += 1
    let slot = text == nil ? "\(Self.largeSlot)\(sequence)" : "\(Self.evictedSlot)\(sequence).\(entry.id.hex)"
    let isBeside = isElsewhere(path)
    let placement = Placement(
      path: path, kind: .exchange, slot: slot, expected: nil, new: entry.id, besideTarget: isBeside)
    return LargePlacement(
      path: path, pointer: pointer, text: text, entry: entry, seen: standing.stamp, tree: tree, folder: large.folder,
      start: self.slot(of: placement), slot: slot, isBeside: isBeside)
  }

  /// Exchanges what stands at a path for what was written, if that is still wanted, and has what was displaced go.
  ///
  /// - Parameters:
  ///   - slot: what `run` answered.
  ///   - mayWrite: whether files may be replaced now; else what was written goes.
  package func endPlacing(
    _ placing: LargePlacement, in slot: String, mayWrite: Bool = true
  ) throws(RecordError) -> ExchangeOutcome {
    let (outcome, displaced) = try exchangeLarge(placing, in: slot, mayWrite: mayWrite)
    if let displaced, !displaced.drop() { keepDisplaced(displaced) }
    return outcome
  }

  /// Exchanges what stands at a path for what was written, if that is still wanted.
  ///
  /// - Returns: what became of it, and what was displaced, for the caller to `drop` beside the turns when the exchange
  ///   is durable; what does not go then comes back by `keepDisplaced`. A stop before that leaves it to the next start.
  package func exchangeLarge(
    _ placing: LargePlacement, in slot: String, mayWrite: Bool = true
  ) throws(RecordError) -> (outcome: ExchangeOutcome, displaced: LargeDisplaced?) {
    try RecordError.mapping {
      var placement = Placement(
        path: placing.path, kind: .exchange, slot: slot, expected: nil, new: placing.entry.id,
        besideTarget: placing.isBeside)
      var displaced: LargeDisplaced?
      let outcome = mayWrite ? try exchange(placing, &placement, &displaced) : .paused
      if outcome != .done { try? tree.remove(self.slot(of: placement)) }
      return (outcome, displaced)
    }
  }

  private func exchange(
    _ placing: LargePlacement, _ placement: inout Placement, _ displaced: inout LargeDisplaced?
  ) throws -> ExchangeOutcome {
    let path = placing.path
    guard state == .recording else { return .paused }
    guard let entry = try wanted(path, placing.pointer), entry.mode == placing.entry.mode else { return .changed }
    let standing: Standing
    switch placing.text == nil ? replaceable(path, entry) : evictable(path, entry) {
    case .failure(let stop): return stop.outcome == .done ? .changed : stop.outcome
    case .success(let found): standing = found
    }
    placement.expected = standing.blob
    remember(path, standing)
    let temporary = slot(of: placement)
    if standing.stamp?.changed != placing.seen?.changed {
      try tree.dress(temporary, like: FileLocation(path), mode: entry.mode)
    }
    // Asked last: who opens it from here on is found with what is displaced.
    if placing.text != nil, try tree.use(of: FileLocation(path)) != .free { return .busy }
    try markExchanged()
    if let proof = standing.stamp, !placement.besideTarget {
      do throws(FileError) { try tree.exchange(temporary, FileLocation(path)) } catch {
        // Taken away meanwhile: an editor between its two renames, or somebody who deletes it.
        guard error.code == .vanished || error.code == .noParent else { throw error }
        return .changed
      }
      displaced = LargeDisplaced(
        placement: placement, proof: proof, location: temporary, tree: tree,
        needed: placing.text == nil ? standing.content : nil, folder: placing.folder)
    } else {
      try place(placement)
    }
    endUnplaced(path)
    problems[NameKey(path.string)] = nil
    settle(placement, entry, isLarge: placing.text == nil)
    if displaced == nil, let rescue = inspect(placement) { merge([rescue]) }
    return .done
  }

  /// Keeps what was displaced and did not go: somebody has it open, or it is not what was expected and is merged.
  package func keepDisplaced(_ file: LargeDisplaced) {
    let placement = file.placement
    let isProven = file.isProven
    // Where it cannot be moved it stays where it is; the next start looks at it.
    guard (try? tree.move(file.location, toNew: displacedLocation(of: placement))) != nil else { return }
    if isProven, (try? tree.use(of: displacedLocation(of: placement))) != .written {
      let location = displacedLocation(of: placement)
      var kept = Displaced(
        path: placement.path, location: location, accounted: placement.expected ?? .emptyBlob,
        since: time.now().monotonic)
      if let stamp = try? tree.stamp(of: location) {
        kept.proven = CachedFile(
          stamp: stamp, blob: kept.accounted, isSettled: true, readAt: time.now().wall, isLarge: true)
      }
      displaced[placement.slot] = kept
    } else if let rescue = inspect(placement) {
      merge([rescue])
    }
  }

  /// Puts the placeholder where the content of a large file stands, unless somebody has the file open or it changed.
  ///
  /// The content that was displaced goes at once where it is certain that it is the one: its room is what this is for.
  /// Whether it is held elsewhere is for the caller to know.
  package func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer) throws(RecordError) -> ExchangeOutcome {
    let placing: LargePlacement
    switch try beginEvicting(path, pointer) {
    case .failure(let stop): return stop.outcome
    case .success(let begun): placing = begun
    }
    let slot = try RecordError.mapping { try placing.run() }
    return try endPlacing(placing, in: slot)
  }

  /// What the tip has at a path, where it is this pointer; nil where it is not.
  private func wanted(_ path: WorkspacePath, _ pointer: Pointer) throws -> TreeEntry? {
    if adoption?.contains(path) == true { return nil }
    if let known = largeTable[path, of: tipTree], known.isLarge == true {
      return known.pointer == pointer ? TreeEntry(name: path.name, mode: known.mode, id: known.blob) : nil
    }
    guard let entry = try entry(at: path), self.pointer(of: entry, at: path) == pointer else { return nil }
    return entry
  }

  /// What stands at a path, where the placeholder may take its place: the content that the tip has, at rest.
  private func evictable(_ path: WorkspacePath, _ entry: TreeEntry) -> Result<Standing, ExchangeStop> {
    if isToBePlaced(path) { return .failure(ExchangeStop(.changed)) }
    let standing: Standing
    do throws(LookFailure) { standing = try look(at: path, rehash: false) } catch {
      return .failure(ExchangeStop(.changed))
    }
    guard standing.blob == entry.id, standing.mode == entry.mode else { return .failure(ExchangeStop(.changed)) }
    if standing.content == nil { return .failure(ExchangeStop(.done)) }
    return standing.isSettled ? .success(standing) : .failure(ExchangeStop(.busy))
  }

  /// What stands at a path, where a content may take its place: the placeholder, or the content of which it is the newer
  /// one. Nothing only where an adoption has yet to bring it: else somebody took it away.
  private func replaceable(_ path: WorkspacePath, _ entry: TreeEntry) -> Result<Standing, ExchangeStop> {
    let standing: Standing
    do throws(LookFailure) { standing = try look(at: path, rehash: false) } catch {
      return .failure(ExchangeStop(.changed))
    }
    if standing.content != nil, standing.blob == entry.id { return .failure(ExchangeStop(.done)) }
    guard standing.isSettled else { return .failure(ExchangeStop(.busy)) }
    if standing.blob == entry.id { return .success(standing) }
    guard let file = unplaced[path], standing.blob == file.expected else { return .failure(ExchangeStop(.changed)) }
    return .success(standing)
  }

  /// What follows an exchange: what is known of the file, and what git's index is to be told.
  private func settle(_ placement: Placement, _ entry: TreeEntry, isLarge: Bool) {
    if let stamp = try? tree.stamp(of: FileLocation(placement.path)) {
      cache[placement.path] = CachedFile(
        stamp: stamp, blob: entry.id, isSettled: true, readAt: time.now().wall, isLarge: isLarge)
    }
    exchanged.insert(placement.path)
  }
}
