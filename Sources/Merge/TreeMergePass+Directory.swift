internal import GitObjects

extension TreeMergePass {
  /// The merged directory; nil where nothing is left of it.
  mutating func directory(
    _ ids: Triple<ObjectID>, at prefix: String, depth: Int
  ) throws(ObjectStoreError) -> ObjectID? {
    if let id = ids.undisputed { return id }
    guard depth <= 2_000 else {
      throw .damaged(ids.ours ?? ids.theirs ?? .zero, "directories are nested too deep")
    }
    let content = try content(ids.ours)
    var merged: [TreePiece] = []
    // Entries that one side lacks: only these can meet one of the same name and the other kind.
    var files: [NameKey: (entry: TreeEntry, all: Triple<TreeEntry>)] = [:]
    var directories: [(entry: TreeEntry, all: Triple<TreeEntry>)] = []
    let isGone = ids.base != nil && (ids.ours == nil || ids.theirs == nil)
    for stretch in try stretches(ids, ours: content) {
      guard case .entry(let base, let ours, let theirs) = stretch else {
        if case .same(let range) = stretch { merged.append(.copy(range)) }
        continue
      }
      let all = Triple(base: base, ours: ours, theirs: theirs)
      guard let name = (all.base ?? all.ours ?? all.theirs)?.name else { continue }
      if all.ours == nil, all.theirs == nil {
        for side in MergeSide.allCases { note(prefix + name, goneOn: side) }
      } else if isGone, all.base == nil {
        noteNewFile(in: prefix, ids)
      }
      let isDirectory = (all.base ?? all.ours ?? all.theirs)?.mode == .tree
      let entry: TreeEntry?
      if let known = all.undisputed {
        entry = known
      } else if isDirectory {
        let id = try directory(all.map(\.id), at: prefix + name + "/", depth: depth + 1)
        entry = id.map { TreeEntry(name: name, mode: .tree, id: $0) }
      } else {
        entry = try file(all, name: name, at: prefix + name)
      }
      guard let entry else { continue }
      merged.append(.entry(entry))
      guard all.ours == nil || all.theirs == nil else { continue }
      if isDirectory { directories.append((entry, all)) } else { files[NameKey(name)] = (entry, all) }
    }
    for directory in directories {
      guard let file = files[NameKey(directory.entry.name)] else { continue }
      let loser = try clash(file: file, directory: directory, at: prefix + directory.entry.name)
      merged.removeAll { $0 == .entry(loser) }
    }
    if merged.isEmpty { return nil }
    let entries = merged.compactMap { piece -> TreeEntry? in if case .entry(let entry) = piece { entry } else { nil } }
    if entries.count == merged.count { return try store.write(Tree(entries)) }
    return try store.write(.tree, TreePiece.content(of: merged, copying: content))
  }

  /// The three directories side by side; of what all have alike only where it stands in ours.
  private func stretches(
    _ ids: Triple<ObjectID>, ours: [UInt8]
  ) throws(ObjectStoreError) -> [TreeStretch] {
    let known = TreeStretch.walk(base: try content(ids.base), ours: ours, theirs: try content(ids.theirs))
    if let known { return known }
    var walk = TripleWalk(base: try entries(ids.base), ours: try entries(ids.ours), theirs: try entries(ids.theirs))
    var stretches: [TreeStretch] = []
    while let all = walk.next() { stretches.append(.entry(base: all.base, ours: all.ours, theirs: all.theirs)) }
    return stretches
  }

  private func content(_ id: ObjectID?) throws(ObjectStoreError) -> [UInt8] {
    guard let id, id != .emptyTree else { return [] }
    let object = try store.read(id)
    guard object.kind == .tree else { throw .damaged(id, "not a tree") }
    return object.content
  }

  /// A new file in a folder that the other side no longer has: where that folder went, it may go too.
  private mutating func noteNewFile(in prefix: String, _ ids: Triple<ObjectID>) {
    noteClash()
    for side in MergeSide.allCases where ids[side] == nil { note(String(prefix.dropLast()), goneOn: side) }
  }

  private func entries(_ id: ObjectID?) throws(ObjectStoreError) -> [TreeEntry] {
    guard let id else { return [] }
    return try store.tree(id).entries
  }

  /// Decides between a file and a directory of one name; answers the entry that gives way.
  private mutating func clash(
    file: (entry: TreeEntry, all: Triple<TreeEntry>), directory: (entry: TreeEntry, all: Triple<TreeEntry>),
    at path: String
  ) throws(ObjectStoreError) -> TreeEntry {
    let fileSide: MergeSide = file.all.ours != nil ? .ours : .theirs
    let fileRank = self[fileSide].standing(path).rank
    let below = try Tree.flatten(directory.entry.id, in: store)
    let directoryRank = below.map { self[fileSide.opposite].standing(path + "/" + $0.path).rank }.max() ?? .agent
    guard fileRank > directoryRank else {
      // What was said of the file before it gave way.
      conflicts.removeAll { $0.path.hasSameBytes(as: path) && $0.kept != nil }
      conflicts.append(
        Conflict(
          path: path, reason: .directory, base: file.all.base?.id, kept: nil, other: file.entry.id, store: store))
      return file.entry
    }
    for item in below {
      let base = try Tree.entry(at: item.path, of: directory.all.base?.id, in: store)
      conflicts.removeAll { $0.path.hasSameBytes(as: path + "/" + item.path) && $0.kept != nil }
      conflicts.append(
        Conflict(
          path: path + "/" + item.path, reason: .directory, base: base?.id, kept: nil, other: item.entry.id,
          store: store))
    }
    return directory.entry
  }
}
