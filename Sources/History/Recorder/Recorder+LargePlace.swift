internal import FileSystem
package import GitObjects
package import LargeFiles

/// Contents that take the place of their placeholders, and placeholders that take the place of contents: the tip has both
/// as the same version, so no commit is made.
extension Recorder {
  /// What the slots of such files begin with.
  static let largeSlot = "l"

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

  /// Takes note of them again: the index could not be told.
  package func putBackExchanged(_ paths: [WorkspacePath]) { exchanged.formUnion(paths) }

  /// Begins to place the content of a large file; the caller runs the placement on any thread and comes back with
  /// `endPlacing`.
  ///
  /// - Returns: the placement, or why there is none: `.done` where the content stands already.
  package func beginPlacing(
    _ path: WorkspacePath, _ pointer: Pointer
  ) throws(RecordError) -> Result<LargePlacement, ExchangeStop> {
    try RecordError.mapping {
      guard let large, state == .recording else { return .failure(ExchangeStop(.busy)) }
      guard let entry = try wanted(path, pointer) else { return .failure(ExchangeStop(.changed)) }
      switch replaceable(path, entry) {
      case .failure(let stop): return .failure(stop)
      case .success: break
      }
      guard large.folder.holds(pointer) else { return .failure(ExchangeStop(.missing)) }
      sequence += 1
      let slot = "\(Self.largeSlot)\(sequence)"
      let isBeside = isElsewhere(path)
      let placement = Placement(
        path: path, kind: .exchange, slot: slot, expected: nil, new: entry.id, besideTarget: isBeside)
      return .success(
        LargePlacement(
          path: path, pointer: pointer, entry: entry, tree: tree, folder: large.folder,
          start: self.slot(of: placement), slot: slot, isBeside: isBeside))
    }
  }

  /// Exchanges what stands at a path for the content that was written, if that is still wanted.
  ///
  /// - Parameters:
  ///   - slot: what `run` answered.
  ///   - mayWrite: whether files may be replaced now; else what was written goes.
  package func endPlacing(
    _ placing: LargePlacement, in slot: String, mayWrite: Bool = true
  ) throws(RecordError) -> ExchangeOutcome {
    try RecordError.mapping {
      var placement = Placement(
        path: placing.path, kind: .exchange, slot: slot, expected: nil, new: placing.entry.id,
        besideTarget: placing.isBeside)
      let outcome = mayWrite ? try exchange(placing, &placement) : .busy
      if outcome != .done { try? tree.remove(self.slot(of: placement)) }
      return outcome
    }
  }

  private func exchange(_ placing: LargePlacement, _ placement: inout Placement) throws -> ExchangeOutcome {
    let path = placing.path
    guard state == .recording else { return .busy }
    guard let entry = try wanted(path, placing.pointer) else { return .changed }
    let standing: Standing
    switch replaceable(path, entry) {
    case .failure(let stop): return stop.outcome == .done ? .changed : stop.outcome
    case .success(let found): standing = found
    }
    placement.expected = standing.blob
    remember(path, standing)
    try dress(slot(of: placement), like: placement, mode: entry.mode)
    try place(placement)
    unplaced[path] = nil
    problems[NameKey(path.string)] = nil
    settle(placement, entry, isLarge: true)
    return .done
  }

  /// Puts the placeholder where the content of a large file stands, unless somebody has the file open or it changed.
  ///
  /// The content that was displaced goes at once where it is certain that it is the one: its room is what this is for.
  /// Whether it is held elsewhere is for the caller to know.
  package func makePlaceholder(_ path: WorkspacePath, _ pointer: Pointer) throws(RecordError) -> ExchangeOutcome {
    try RecordError.mapping {
      guard large != nil, state == .recording else { return .busy }
      guard let entry = try wanted(path, pointer), !isToBePlaced(path) else { return .changed }
      let standing: Standing
      do throws(LookFailure) { standing = try look(at: path, rehash: false) } catch { return .changed }
      guard standing.blob == entry.id, standing.mode == entry.mode else { return .changed }
      if standing.content == nil { return .done }
      guard standing.isSettled, try tree.use(of: FileLocation(path)) == .free else { return .busy }
      // Only a file whose stamp proves its content is told apart from one that changed meanwhile.
      remember(path, standing)
      let text = try store.blob(entry.id)
      sequence += 1
      let start = FileLocation.store("tmp/\(Self.largeSlot)\(sequence)")
      try tree.remove(start)
      try tree.create(start, bytes: text, permissions: entry.mode == .executable ? 0o777 : 0o666, durable: true)
      guard let stamp = try tree.stamp(of: start) else { return .changed }
      let placement = Placement(
        path: path, kind: .exchange, slot: "\(start.name)-\(stamp.inode)", expected: entry.id, new: entry.id)
      guard !isElsewhere(path) else {
        try tree.remove(start)
        return .failed("it stands on another mount than .git, where nothing can be exchanged in one step")
      }
      try tree.move(start, toNew: slot(of: placement))
      try dress(slot(of: placement), like: placement, mode: entry.mode)
      try place(placement)
      settle(placement, entry, isLarge: false)
      return .done
    }
  }

  /// What the tip has at a path, where it is this pointer; nil where it is not.
  private func wanted(_ path: WorkspacePath, _ pointer: Pointer) throws -> TreeEntry? {
    guard adoption?.contains(path) != true, let entry = try entry(at: path),
      self.pointer(of: entry, at: path) == pointer
    else { return nil }
    return entry
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

  /// What follows an exchange: what was displaced is looked at, and goes where it is certain what it was.
  private func settle(_ placement: Placement, _ entry: TreeEntry, isLarge: Bool) {
    let proof = cache[placement.path]?.stamp
    let rescue = inspect(placement)
    if let stamp = try? tree.stamp(of: FileLocation(placement.path)) {
      cache[placement.path] = CachedFile(
        stamp: stamp, blob: entry.id, isSettled: true, readAt: time.now().wall, isLarge: isLarge)
    }
    exchanged.insert(placement.path)
    if let rescue {
      merge([rescue])
    } else {
      dropLarge(placement.slot, proof)
    }
  }

  /// Takes a displaced file away whose stamp proves that it is the recorded content and that nobody has open.
  private func dropLarge(_ slot: String, _ proof: FileStamp?) {
    guard let file = displaced[slot], let proof, let stamp = try? tree.stamp(of: file.location),
      proof.sameContent(as: stamp), (try? tree.use(of: file.location)) == .free,
      (try? tree.remove(file.location)) != nil
    else { return }
    displaced[slot] = nil
  }
}
