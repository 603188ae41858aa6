internal import Documents
internal import GitObjects

/// Finds the renames that explain why one side has no file where the other edited one.
struct RenameSearch {
  let base: ObjectID?
  let ours: SideVersion
  let theirs: SideVersion
  let store: any ObjectStore

  /// The renames to follow: those that were seen come first, then files of the same content that are new on that side,
  /// of the same name before others. Each target serves one rename, and never where the editing side has something
  /// of its own.
  func renames(for clashes: [TreeMergePass.Clash]) throws(ObjectStoreError) -> [FollowedRename] {
    var found: [FollowedRename] = []
    for renamer in MergeSide.allCases {
      let side = renamer == .ours ? ours : theirs
      let paths = clashes.filter { $0.deleter == renamer }.map(\.path)
      guard !paths.isEmpty || !side.renames.isEmpty else { continue }
      found += try renames(by: renamer, side, missing: paths)
    }
    let uses = Dictionary(grouping: found) { NameKey($0.to) }
    return found.filter { uses[NameKey($0.to)]?.count == 1 }
  }

  private func renames(
    by renamer: MergeSide, _ side: SideVersion, missing: [String]
  ) throws(ObjectStoreError) -> [FollowedRename] {
    let seen = Self.composed(side.renames)
    let candidates = Set((missing + seen.map(\.from)).map { NameKey($0) }).map { String($0.text) }
    var targets: [ObjectID: [String]]?
    var used: Set<NameKey> = []
    var found: [FollowedRename] = []
    for path in candidates.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard let (base, edited) = try edit(of: path, by: renamer.opposite) else { continue }
      guard try isGone(path, from: side, base) else { continue }
      var to = Self.target(of: path, in: seen)
      if let place = to {
        let entry = try Tree.entry(at: place, of: side.tree, in: store)
        if entry?.mode.isFile != true { to = nil }
      }
      if to == nil, base.id != .emptyBlob {
        if targets == nil { targets = try additions(of: side) }
        let places = (targets?[base.id] ?? []).filter { !used.contains(NameKey($0)) }
        to = places.first { Self.name($0).hasSameBytes(as: Self.name(path)) } ?? places.first
      }
      guard let to, try isFree(to, for: renamer.opposite), used.insert(NameKey(to)).inserted else { continue }
      found.append(FollowedRename(from: path, to: to, renamer: renamer, base: base, edited: edited))
    }
    return found
  }

  /// The base's and the editing side's file of a path, where that side changed it.
  private func edit(
    of path: String, by editor: MergeSide
  ) throws(ObjectStoreError) -> (base: TreeEntry, edited: TreeEntry)? {
    let tree = editor == .ours ? ours.tree : theirs.tree
    guard let before = try Tree.entry(at: path, of: base, in: store), before.mode.isFile,
      let after = try Tree.entry(at: path, of: tree, in: store), after.mode.isFile, after != before
    else { return nil }
    return (before, after)
  }

  private func isGone(_ path: String, from side: SideVersion, _ base: TreeEntry) throws(ObjectStoreError) -> Bool {
    let entry = try Tree.entry(at: path, of: side.tree, in: store)
    return entry?.id != base.id
  }

  /// New files of a side by content, each list in order of path.
  private func additions(of side: SideVersion) throws(ObjectStoreError) -> [ObjectID: [String]] {
    var places: [ObjectID: [String]] = [:]
    for change in try TreeDiff.changes(from: base, to: side.tree, in: store) where change.old == nil {
      if let entry = change.new, entry.mode.isFile { places[entry.id, default: []].append(change.path) }
    }
    return places.mapValues { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  /// Whether the editing side has nothing of its own at a path, nor a file of its own in place of a folder.
  private func isFree(_ path: String, for editor: MergeSide) throws(ObjectStoreError) -> Bool {
    let tree = editor == .ours ? ours.tree : theirs.tree
    if let entry = try Tree.entry(at: path, of: tree, in: store) {
      let before = try Tree.entry(at: path, of: base, in: store)
      guard entry.mode.isFile, before == entry else { return false }
    }
    var folder = path[...]
    while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
      folder = folder[..<slash]
      let entry = try Tree.entry(at: String(folder), of: tree, in: store)
      let before = try Tree.entry(at: String(folder), of: base, in: store)
      if let entry, entry.mode != .tree, entry != before { return false }
    }
    return true
  }

  private static func name(_ path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// Renames that follow each other as one each: a → b, b → c is a → c.
  private static func composed(_ renames: [PathRename]) -> [PathRename] {
    var result: [PathRename] = []
    for rename in renames {
      if let known = result.firstIndex(where: { $0.to.hasSameBytes(as: rename.from) }) {
        result[known].to = rename.to
      } else {
        result.append(rename)
      }
    }
    return result.filter { !$0.from.hasSameBytes(as: $0.to) }
  }

  /// Where a seen rename of the file or of one of its folders puts a path.
  private static func target(of path: String, in seen: [PathRename]) -> String? {
    if let rename = seen.last(where: { $0.from.hasSameBytes(as: path) }) { return rename.to }
    for rename in seen.reversed() {
      let folder = rename.from + "/"
      if path.utf8.starts(with: folder.utf8) {
        return rename.to + "/" + String(Substring(path.utf8.dropFirst(folder.utf8.count)))
      }
    }
    return nil
  }
}
