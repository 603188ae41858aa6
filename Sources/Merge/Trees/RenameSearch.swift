internal import Documents
internal import GitObjects

/// Finds the renames of one side: first those that were recorded as they happened, then equal content elsewhere, then,
/// if nobody watched, similar content (review C14).
///
/// Each file of the base and each new file serve one rename; ties are decided by path. Their number is not limited.
struct RenameSearch {
  /// The base's tree; nil for the empty one.
  let base: ObjectID?
  /// The side whose renames are searched.
  let side: SideVersion
  let store: any ObjectStore
  let reader: TreeReader
  /// Paths, or folders above them, for which a rename by similar content would affect the merge.
  let wanted: Set<NameKey>

  /// Returns the renames of the side.
  func find() throws(ObjectStoreError) -> SideRenames {
    var result = SideRenames()
    let changes = try TreeDiff.changes(from: base, to: side.tree, in: store)
    result.additions = changes.compactMap { change in
      // A directory that is nested too deep to be opened is not moved.
      change.old == nil && change.new?.mode != .tree ? change.new.map { (change.path, $0) } : nil
    }
    let seen = Self.composed(side.renames)
    try takeSeen(seen, changes, into: &result)
    takeCycles(changes, into: &result)
    var used = Set(result.files.values.map { NameKey($0) })
    takeEqual(changes, into: &result, used: &used)
    try takeSimilar(changes, into: &result, used: &used)
    try takeFolders(seen, into: &result)
    return result
  }

  private func takeSeen(
    _ seen: [PathRename], _ changes: [TreeChange], into result: inout SideRenames
  ) throws(ObjectStoreError) {
    guard !seen.isEmpty else { return }
    let targets = Dictionary(seen.map { (NameKey($0.from), $0.to) }, uniquingKeysWith: { _, last in last })
    var taken: Set<NameKey> = []
    for change in changes.sorted(by: { PathText.precedes($0.path, $1.path) }) {
      guard let before = change.old, let to = Self.target(of: change.path, in: targets),
        let after = try reader.entry(at: to, of: side.tree), Self.areAlike(before.mode, after.mode)
      else { continue }
      // An editor that keeps a backup renames too, but the file itself is still in its place.
      if let present = change.new, present.mode.isFile, before.mode.isFile,
        try likeness(present.id, before.id) >= Likeness.least
      {
        continue
      }
      if taken.insert(NameKey(to)).inserted { result.files[NameKey(change.path)] = to }
    }
  }

  /// Adds files that swapped places exactly: `a` ↔ `b`, or a longer ring.
  private func takeCycles(_ changes: [TreeChange], into result: inout SideRenames) {
    var before: [ObjectID: [String]] = [:]
    var after: [ObjectID: [String]] = [:]
    var content: [NameKey: ObjectID] = [:]
    for change in changes {
      guard let old = change.old, let new = change.new, old.mode.isFile, new.mode.isFile, old.id != new.id else {
        continue
      }
      before[old.id, default: []].append(change.path)
      after[new.id, default: []].append(change.path)
      content[NameKey(change.path)] = old.id
    }
    for change in changes where result.files[NameKey(change.path)] == nil {
      var ring: [(from: String, to: String)] = []
      var place = change.path
      while let id = content[NameKey(place)], before[id]?.count == 1, let next = after[id], next.count == 1,
        ring.count < changes.count
      {
        ring.append((place, next[0]))
        place = next[0]
        if place.hasSameBytes(as: change.path) { break }
      }
      guard ring.count > 1, place.hasSameBytes(as: change.path) else { continue }
      for (from, to) in ring { result.files[NameKey(from)] = to }
    }
  }

  /// Adds deleted files whose unchanged content is elsewhere; files of the same name are preferred.
  private func takeEqual(_ changes: [TreeChange], into result: inout SideRenames, used: inout Set<NameKey>) {
    var places: [ObjectID: [String]] = [:]
    for addition in result.additions where addition.entry.mode != .gitlink && addition.entry.id != .emptyBlob {
      if !used.contains(NameKey(addition.path)) { places[addition.entry.id, default: []].append(addition.path) }
    }
    guard !places.isEmpty else { return }
    for id in places.keys { places[id]?.sort(by: PathText.precedes) }
    let gone = changes.filter { isGone($0) && result.files[NameKey($0.path)] == nil }
      .sorted { PathText.precedes($0.path, $1.path) }
    for onlySameName in [true, false] {
      for change in gone where result.files[NameKey(change.path)] == nil {
        guard let old = change.old, let free = places[old.id] else { continue }
        let name = PathText.name(change.path)
        let choice = free.firstIndex { PathText.name($0).hasSameBytes(as: name) } ?? (onlySameName ? nil : 0)
        guard let choice, choice < free.count else { continue }
        result.files[NameKey(change.path)] = free[choice]
        used.insert(NameKey(free[choice]))
        places[old.id]?.remove(at: choice)
      }
    }
  }

  /// Adds renames by similar content if nobody watched, the most similar pairs first.
  private func takeSimilar(
    _ changes: [TreeChange], into result: inout SideRenames, used: inout Set<NameKey>
  ) throws(ObjectStoreError) {
    var sources: [(path: String, content: Likeness)] = []
    for change in changes where isGone(change) && result.files[NameKey(change.path)] == nil && isWanted(change.path) {
      guard let old = change.old, old.mode.isFile, !side.watched(change.path), let content = try content(old.id) else {
        continue
      }
      sources.append((change.path, content))
    }
    guard !sources.isEmpty else { return }
    var pairs: [(from: String, to: String, share: Int, sameName: Bool)] = []
    // Beside a missing note there may be thousands of new photos: only files of a size that fits are read, and one at a
    // time is in memory.
    for addition in result.additions where addition.entry.mode.isFile && !used.contains(NameKey(addition.path)) {
      guard addition.entry.id != .emptyBlob else { continue }
      let size = try store.header(of: addition.entry.id).size
      let alike = sources.filter { $0.content.mayBeAlike(contentOf: size) }
      guard !alike.isEmpty, let content = try content(addition.entry.id) else { continue }
      let name = PathText.name(addition.path)
      for source in alike {
        let share = source.content.share(with: content)
        guard share >= Likeness.least else { continue }
        pairs.append((source.path, addition.path, share, PathText.name(source.path).hasSameBytes(as: name)))
      }
    }
    pairs.sort { left, right in
      if left.share != right.share { return left.share > right.share }
      if left.sameName != right.sameName { return left.sameName }
      if !left.from.hasSameBytes(as: right.from) { return PathText.precedes(left.from, right.from) }
      return PathText.precedes(left.to, right.to)
    }
    for pair in pairs where result.files[NameKey(pair.from)] == nil && !used.contains(NameKey(pair.to)) {
      result.files[NameKey(pair.from)] = pair.to
      used.insert(NameKey(pair.to))
    }
  }

  /// Adds deleted folders as renamed to the folder that most of their files moved to; a tie adds nothing.
  private func takeFolders(_ seen: [PathRename], into result: inout SideRenames) throws(ObjectStoreError) {
    var counts: [NameKey: [NameKey: Int]] = [:]
    for (from, to) in result.files where side.infersFolders {
      var old = PathText.folder(String(from.text))
      var new = PathText.folder(to)
      while !old.isEmpty, !old.hasSameBytes(as: new) {
        counts[NameKey(old), default: [:]][NameKey(new), default: 0] += 1
        guard !new.isEmpty, PathText.name(old).hasSameBytes(as: PathText.name(new)) else { break }
        (old, new) = (PathText.folder(old), PathText.folder(new))
      }
    }
    for (folder, targets) in counts {
      guard try reader.entry(at: String(folder.text), of: side.tree)?.mode != .tree else { continue }
      let most = targets.values.max()
      let best = targets.filter { $0.value == most }
      if best.count == 1, let target = best.first { result.folders[folder] = String(target.key.text) }
    }
    for rename in seen {
      guard try reader.entry(at: rename.from, of: base)?.mode == .tree,
        try reader.entry(at: rename.from, of: side.tree)?.mode != .tree,
        try reader.entry(at: rename.to, of: side.tree)?.mode == .tree
      else { continue }
      result.folders[NameKey(rename.from)] = rename.to
    }
  }

  /// Returns whether the side deleted a file or link of the base.
  private func isGone(_ change: TreeChange) -> Bool {
    guard let old = change.old, old.mode != .gitlink, old.mode != .tree else { return false }
    return change.new == nil
  }

  private func isWanted(_ path: String) -> Bool {
    wanted.contains(NameKey(path)) || PathText.folders(above: path).contains { wanted.contains(NameKey($0)) }
  }

  private func content(_ id: ObjectID) throws(ObjectStoreError) -> Likeness? {
    guard id != .emptyBlob else { return nil }
    return try store.blob(id, ofAtMost: Likeness.largest).map { Likeness($0) }
  }

  private func likeness(_ first: ObjectID, _ second: ObjectID) throws(ObjectStoreError) -> Int {
    if first == second { return 1_000 }
    guard let one = try content(first), let two = try content(second) else { return 0 }
    return one.share(with: two)
  }

  private static func areAlike(_ left: FileMode, _ right: FileMode) -> Bool {
    left.isFile ? right.isFile : left == .symlink && right == .symlink
  }

  /// Joins consecutive renames: a → b, b → c becomes a → c.
  private static func composed(_ renames: [PathRename]) -> [PathRename] {
    var result: [PathRename] = []
    var ends: [NameKey: Int] = [:]
    for rename in renames {
      if let known = ends.removeValue(forKey: NameKey(rename.from)) {
        result[known].to = rename.to
        ends[NameKey(rename.to)] = known
      } else {
        ends[NameKey(rename.to)] = result.count
        result.append(rename)
      }
    }
    return result.filter { !$0.from.hasSameBytes(as: $0.to) }
  }

  /// Returns the path after the recorded rename of the file or of its nearest folder; nil if there is none.
  private static func target(of path: String, in seen: [NameKey: String]) -> String? {
    if let to = seen[NameKey(path)] { return to }
    for folder in PathText.folders(above: path) {
      if let to = seen[NameKey(folder)], let rest = PathText.rest(of: path, below: folder) {
        return PathText.join(to, rest)
      }
    }
    return nil
  }
}
