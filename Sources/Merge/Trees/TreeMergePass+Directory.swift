internal import GitObjects

extension TreeMergePass {
  /// Returns the merged tree; nil if nothing is left of it.
  ///
  /// Open directories are kept in a list and not on the stack: the nesting of a fetched tree is not limited, and a
  /// thread's stack may be small.
  mutating func tree(_ root: Triple<ObjectID>) throws(ObjectStoreError) -> ObjectID? {
    if let id = root.undisputed { return id }
    var open = [try begin(root, named: "", at: "")]
    while var directory = open.popLast() {
      if let below = try walk(&directory) {
        open.append(directory)
        open.append(below)
        continue
      }
      let id = try close(&directory)
      guard var parent = open.popLast() else { return id }
      let name = directory.name
      parent.take(id.map { TreeEntry(name: name, mode: .tree, id: $0) }, of: directory.all)
      open.append(parent)
    }
    return nil
  }

  private func begin(
    _ ids: Triple<ObjectID>, named name: String, at prefix: String, of all: Triple<TreeEntry> = Triple()
  ) throws(ObjectStoreError) -> OpenDirectory {
    let content = try store.treeContent(ids.ours)
    return OpenDirectory(
      ids: ids, name: name, all: all, prefix: prefix, content: content, stretches: try stretches(ids, ours: content))
  }

  /// Merges a directory up to its end, then returns nil, or up to a subdirectory that both sides changed; that one is
  /// returned, since it must be merged first.
  private mutating func walk(_ directory: inout OpenDirectory) throws(ObjectStoreError) -> OpenDirectory? {
    let prefix = directory.prefix
    while let stretch = directory.next() {
      guard case .entry(let base, let ours, let theirs) = stretch else {
        if case .same(let range) = stretch { directory.merged.append(.copy(range)) }
        continue
      }
      let all = Triple(base: base, ours: ours, theirs: theirs)
      guard let name = (all.base ?? all.ours ?? all.theirs)?.name else { continue }
      if all.ours == nil, all.theirs == nil {
        for side in MergeSide.allCases { note(prefix + name, goneOn: side) }
      } else if directory.isGone, all.base == nil {
        noteNewFile(in: prefix, directory.ids)
      }
      if let known = all.undisputed {
        directory.take(known, of: all)
      } else if (all.base ?? all.ours ?? all.theirs)?.mode != .tree {
        directory.take(try file(all, name: name, at: prefix + name), of: all)
      } else if (prefix + name).utf8.count <= WorkspacePath.longest {
        return try begin(all.map(\.id), named: name, at: prefix + name + "/", of: all)
      } else {
        directory.take(tooDeep(all, at: prefix + name), of: all)
      }
    }
    return nil
  }

  /// Returns one side's whole version of a directory that is nested deeper than any path.
  private mutating func tooDeep(_ all: Triple<TreeEntry>, at path: String) -> TreeEntry? {
    coarser.append(CoarserMerge(path: path, reason: .tooDeep))
    guard let our = all.ours, let their = all.theirs else { return all.ours ?? all.theirs }
    return preferred(our.id, their.id, at: path) == .ours ? our : their
  }

  /// Decides the remaining clashes of a directory and stores it; returns nil if nothing is left of it.
  private mutating func close(_ directory: inout OpenDirectory) throws(ObjectStoreError) -> ObjectID? {
    for below in directory.directories {
      guard let file = directory.files[NameKey(below.entry.name)] else { continue }
      let loser = try clash(file: file, directory: below, at: directory.prefix + below.entry.name)
      directory.merged.removeAll { $0 == .entry(loser) }
    }
    let merged = directory.merged
    if merged.isEmpty { return nil }
    let entries = merged.compactMap { piece -> TreeEntry? in if case .entry(let entry) = piece { entry } else { nil } }
    if entries.count == merged.count { return try store.write(Tree(entries)) }
    return try store.write(.tree, TreePiece.content(of: merged, copying: directory.content))
  }

  /// Returns the three directories side by side; entries that are equal in all three only as ranges of ours.
  private func stretches(
    _ ids: Triple<ObjectID>, ours: [UInt8]
  ) throws(ObjectStoreError) -> [TreeStretch] {
    let known = TreeStretch.walk(
      base: try store.treeContent(ids.base), ours: ours, theirs: try store.treeContent(ids.theirs))
    if let known { return known }
    var walk = TripleWalk(base: try entries(ids.base), ours: try entries(ids.ours), theirs: try entries(ids.theirs))
    var stretches: [TreeStretch] = []
    while let all = walk.next() { stretches.append(.entry(base: all.base, ours: all.ours, theirs: all.theirs)) }
    return stretches
  }

  /// Records a new file in a folder that the other side deleted: if that folder was renamed, the file may follow.
  private mutating func noteNewFile(in prefix: String, _ ids: Triple<ObjectID>) {
    noteClash()
    for side in MergeSide.allCases where ids[side] == nil { note(String(prefix.dropLast()), goneOn: side) }
  }

  private func entries(_ id: ObjectID?) throws(ObjectStoreError) -> [TreeEntry] {
    guard let id else { return [] }
    return try store.tree(id).entries
  }

  /// Decides between a file and a directory of one name; returns the losing entry.
  private mutating func clash(
    file: (entry: TreeEntry, all: Triple<TreeEntry>), directory: (entry: TreeEntry, all: Triple<TreeEntry>),
    at path: String
  ) throws(ObjectStoreError) -> TreeEntry {
    let fileSide: MergeSide = file.all.ours != nil ? .ours : .theirs
    let fileRank = self[fileSide].precedence(path).rank
    let below = try Tree.flatten(directory.entry.id, in: store)
    let directoryRank = below.map { self[fileSide.opposite].precedence(path + "/" + $0.path).rank }.max() ?? .agent
    guard fileRank > directoryRank else {
      // Earlier conflicts of the losing file are dropped.
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
