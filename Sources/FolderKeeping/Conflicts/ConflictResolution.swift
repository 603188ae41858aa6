internal import Documents
internal import FileSystem
internal import GitObjects
internal import Merge
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// The writes that carry out a person's choice about conflicts; belongs to the recorder's actor.
struct ConflictResolution {
  /// The recorder of the present files.
  let recorder: Recorder
  /// All open conflicts; nil if they are not known.
  let table: OpenConflicts?
  private var reader: ConflictReader { ConflictReader(recorder: recorder) }

  /// Returns the writes that carry out a choice about a path's conflicts; none if nothing has to change. Each write has
  /// its source version as base: a save in the meantime is merged, or the write is refused.
  ///
  /// - Throws: `VerbError` if the choice is not possible at this path.
  func writes(
    settling conflicts: [OpenConflicts.Entry], as choice: ResolveRequest.Choice, at path: WorkspacePath,
    origin: WriteOrigin
  ) throws(VerbError) -> [Write] {
    do {
      let current = try recorder.entry(at: path)
      switch choice {
      case .current: return []
      case .content(let bytes):
        try requireFile(current, path)
        return [try write(.put(bytes), at: path, over: current, origin)]
      case .other, .both:
        return try writes(taking: choice == .both, conflicts, over: current, at: path, origin)
      }
    } catch { throw VerbError(any: error) }
  }

  private func writes(
    taking both: Bool, _ conflicts: [OpenConflicts.Entry], over current: TreeEntry?, at path: WorkspacePath,
    _ origin: WriteOrigin
  ) throws -> [Write] {
    var text = try current.flatMap { try $0.mode.isFile ? recorder.objects.blob($0.id) : nil }
    var writes: [Write] = []
    var placed: Set<ObjectID> = []
    /// Adds a write of the path itself, in place of an earlier one.
    func setWrite(_ action: Write.Action) throws {
      writes.removeAll { $0.path == path }
      writes.append(try write(action, at: path, over: current, origin))
    }
    for entry in conflicts {
      let conflict = entry.conflict
      guard let other = conflict.other else {
        // The other side deleted the file: with both, the present version stays.
        if !both, current != nil {
          return [try write(.delete, at: path, over: current, origin)]
        }
        continue
      }
      let bytes = try recorder.objects.blob(other)
      // No commit may hold the base, as that of two merged bases: if it is lost, whole versions are placed.
      let base = conflict.base.map { try? recorder.objects.blob($0) } ?? []
      if conflict.reason == .content, let now = text, let base,
        // The lines of both are lines of bytes.
        [now, bytes, base].allSatisfy(both ? TextMerge.isText : TextMerge.isMergeable)
      {
        // If the kept version is not here any more, the present text counts as the kept one.
        let kept = conflict.kept.flatMap { try? recorder.objects.blob($0) } ?? now
        let settled = reader.settled(entry, base: base, kept: kept, other: bytes, at: path)
        let merged = try both ? self.both(settled, in: now, at: path) : settled.takingOther(in: now)
        text = merged
        try setWrite(.put(merged))
        continue
      }
      guard placed.insert(other).inserted else { continue }
      let action = Write.Action.place(mode: mode(of: other, at: path), blob: other)
      if both, current != nil || writes.contains(where: { $0.path == path }) {
        let beside = try freeName(beside: path, besides: writes.map(\.path))
        writes.append(Write(path: beside, action: action, base: .absent, origin: origin))
      } else {
        try requireFile(current, path)
        try setWrite(action)
      }
    }
    return writes
  }

  /// Returns a write with the tip's version as base, else with the held one.
  private func write(
    _ action: Write.Action, at path: WorkspacePath, over current: TreeEntry?, _ origin: WriteOrigin
  ) throws -> Write {
    let base = try current ?? recorder.tips.heldEntry(at: path)
    return Write(
      path: path, action: action, base: base.map { .version($0.id) } ?? .absent, origin: origin, believesDeletion: true)
  }

  /// Returns a text with both versions.
  ///
  /// - Throws: `VerbError` if JSON or a front matter cannot hold both.
  private func both(
    _ settled: SettledConflict, in now: [UInt8], at path: WorkspacePath
  ) throws(VerbError) -> [UInt8] {
    if let text = settled.takingBoth(in: now) { return text }
    throw VerbError(
      .refused,
      "\(path.string) is JSON or has a front matter, and a field that both versions changed can have one value only.",
      kept: "Both versions are still kept.",
      next: "Choose one ('--keep current', '--keep other'), or edit the file and say '--done'.", path: path.string)
  }

  /// Checks that the present entry is no folder and no other repository: a file's version does not replace one.
  ///
  /// - Throws: `VerbError` if it is.
  private func requireFile(_ current: TreeEntry?, _ path: WorkspacePath) throws(VerbError) {
    guard let current, current.mode == .tree || current.mode == .gitlink else { return }
    throw VerbError(
      .refused, "\(path.string) is a folder now, and a file cannot take its place.", kept: "Nothing was changed.",
      next: "'--keep both' puts the other version beside it, '--keep current' leaves it in the history.",
      path: path.string)
  }

  /// Returns the mode that a version has on either side; a regular file's if none is found.
  private func mode(of blob: ObjectID, at path: WorkspacePath) -> FileMode {
    for entry in table?.list ?? [] where entry.conflict.other == blob {
      for parent in (try? recorder.graph.commit(entry.commit))?.parents ?? [] {
        guard let tree = try? recorder.graph.commit(parent).tree,
          let found = try? Tree.entry(at: path.string, of: tree, in: recorder.objects), found.id == blob
        else { continue }
        return found.mode
      }
    }
    return .file
  }

  /// Returns `note (other version).md`, with a number if that name is taken, also by a planned write.
  private func freeName(beside path: WorkspacePath, besides planned: [WorkspacePath]) throws -> WorkspacePath {
    let name = path.name
    let dot = name.utf8.dropFirst().lastIndex(of: UInt8(ascii: "."))
    let stem = dot.map { String(name[..<$0]) } ?? name
    let end = dot.map { String(name[$0...]) } ?? ""
    for number in 1... {
      let word = number == 1 ? " (other version)" : " (other version \(number))"
      let free = try path.parent.map { try $0.appending(stem + word + end) } ?? WorkspacePath(stem + word + end)
      guard !planned.contains(free) else { continue }
      if try recorder.entry(at: free) == nil, try !recorder.tree.stands(FileLocation(free)) { return free }
    }
    return path
  }
}
