internal import Documents
internal import GitObjects
internal import Merge
internal import Recording
internal import Values
internal import WorkspaceAPI

/// Reads the data of conflicts from the recorder's history; belongs to the recorder's actor.
struct ConflictReader {
  /// The recorder whose history and present files are read.
  let recorder: Recorder

  /// Returns the conflicts in the readable part of a tip's history, if another part is damaged. The table is not
  /// stored: it is rebuilt once the damage is repaired.
  func readable(at tip: ObjectID) -> OpenConflicts {
    var commits: [(id: ObjectID, seconds: Int64, message: String)] = []
    var pending = [tip]
    var seen: Set<ObjectID> = [tip]
    while let id = pending.popLast() {
      guard let commit = try? recorder.graph.commit(id) else { continue }
      if (try? recorder.graph.maker(of: id)) == .stet { commits.append((id, commit.committer.seconds, commit.message)) }
      for parent in commit.parents where seen.insert(parent).inserted { pending.append(parent) }
    }
    var table = OpenConflicts(tip: tip, commits: commits)
    table.complete(in: recorder.graph)
    return table
  }

  /// Returns a conflict with its data from history.
  ///
  /// - Parameter table: all open conflicts.
  func report(_ entry: OpenConflicts.Entry, of table: OpenConflicts?) -> ConflictReport {
    let conflict = entry.conflict
    var kept = ConflictVersion(blob: conflict.kept)
    var other = ConflictVersion(blob: conflict.other)
    var isKeptKnown = false
    for parent in (try? recorder.graph.commit(entry.commit))?.parents ?? [] {
      guard let tree = try? recorder.graph.commit(parent).tree else { continue }
      let found = (try? Tree.entry(at: conflict.path, of: tree, in: recorder.objects)) ?? nil
      if found?.id == conflict.other, isKeptKnown || found?.id != conflict.kept {
        other = version(found, at: conflict.path, from: parent)
      } else if !isKeptKnown, found?.id == conflict.kept {
        kept = version(found, at: conflict.path, from: parent)
        isKeptKnown = true
      }
    }
    if other.author == nil { other = lastVersion(conflict.other, of: entry) ?? other }
    if kept.author == nil { kept = lastVersion(conflict.kept, of: entry) ?? kept }
    return ConflictReport(
      id: conflict.id, path: conflict.path, reason: conflict.reason.rawValue, base: conflict.base, kept: kept,
      other: other, places: places(of: entry), commit: entry.commit,
      time: ISOTime.text(entry.seconds),
      isOnly: table?.list.contains {
        $0.conflict.path.hasSameBytes(as: conflict.path) && $0.conflict.id != conflict.id
      } != true)
  }

  /// Returns a version with the newest first-parent commit, up to the conflict's, that has it; nil for none. The commit
  /// of a stale save, or of the text that the save lacked, is newer than that commit.
  private func lastVersion(_ blob: ObjectID?, of entry: OpenConflicts.Entry) -> ConflictVersion? {
    guard let blob else { return nil }
    let path = entry.conflict.path
    for id in (try? recorder.graph.firstParents(of: entry.commit, limit: 1_000)) ?? [] {
      guard let tree = try? recorder.graph.commit(id).tree,
        let found = (try? Tree.entry(at: path, of: tree, in: recorder.objects)) ?? nil, found.id == blob
      else { continue }
      return version(found, at: path, from: id)
    }
    return nil
  }

  /// Returns the version of a path with its author: the maker of the commit whose parents all have another version
  /// there. A history that never had the path has no author of its absence.
  private func version(_ entry: TreeEntry?, at path: String, from start: ObjectID) -> ConflictVersion {
    var id = start
    for _ in 0..<10_000 {
      guard let commit = try? recorder.graph.commit(id) else { break }
      let same = commit.parents.first { parent in
        guard let tree = try? recorder.graph.commit(parent).tree else { return false }
        return (try? Tree.entry(at: path, of: tree, in: recorder.objects)) ?? nil == entry
      }
      if let same {
        id = same
        continue
      }
      if entry == nil, commit.parents.isEmpty { break }
      let author = (try? recorder.graph.author(of: id)) ?? .user
      return ConflictVersion(
        blob: entry?.id, author: AuthorRecord(author, personName: commit.author.name),
        machine: (try? recorder.graph.message(of: id))?.machine,
        time: ISOTime.text(commit.author.seconds, offset: commit.author.offset))
    }
    return ConflictVersion(blob: entry?.id)
  }

  /// Returns a conflict of contents in the form that finds its places in the current text.
  func settled(
    _ entry: OpenConflicts.Entry, base: [UInt8], kept: [UInt8], other: [UInt8], at path: WorkspacePath
  ) -> SettledConflict {
    // A conflict between two machines is recorded by their merge, and one of a save by a commit that lists it.
    let commit = try? recorder.graph.commit(entry.commit)
    let left = commit.flatMap { try? Tree.entry(at: path.string, of: $0.tree, in: recorder.objects) } ?? nil
    return SettledConflict(
      base: base, kept: kept, other: other, left: left.flatMap { try? recorder.objects.blob($0.id) },
      isOfSave: commit.map { $0.parents.count < 2 } ?? false, path: path.string,
      driver: (try? recorder.tips.mergeDriver(of: path)) ?? .text)
  }

  private func places(of entry: OpenConflicts.Entry) -> [ConflictPlace] {
    let conflict = entry.conflict
    guard conflict.reason == .content, let kept = conflict.kept.flatMap(text), let other = conflict.other.flatMap(text),
      let base = conflict.base.map(text) ?? [], let path = try? WorkspacePath(conflict.path)
    else { return [] }
    return settled(entry, base: base, kept: kept, other: other, at: path)
      .places(in: present(at: path))
      .map { place in
        ConflictPlace(
          line: place.line + 1, kept: String(decoding: place.kept, as: UTF8.self),
          other: String(decoding: place.other, as: UTF8.self), base: String(decoding: place.base, as: UTF8.self))
      }
  }

  /// Returns the present text of a path; nil if there is none.
  private func present(at path: WorkspacePath) -> [UInt8]? {
    guard let entry = (try? recorder.entry(at: path)) ?? nil, entry.mode.isFile else { return nil }
    return text(entry.id)
  }

  private func text(_ blob: ObjectID) -> [UInt8]? {
    guard let bytes = try? recorder.objects.blob(blob, ofAtMost: 1 << 20), TextMerge.isText(bytes) else {
      return nil
    }
    return bytes
  }
}
