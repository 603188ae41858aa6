package import Documents
package import GitObjects
internal import Values

/// Reverts changes in a tree and keeps later ones: each reversal is a merge whose base is the state after the change,
/// and whose other side is the state before it.
///
/// In overlaps the current content is kept and listed. A file that the change created is deleted unless somebody edited
/// it since; of a file of records or a log only the lines that others added remain. Renames are reversed, and followed
/// if the file was renamed since. Pure over the object store: new objects are kept in memory until `store()`.
package struct TreeReversal {
  /// A later commit, with its recorded renames.
  private struct Since {
    var id: ObjectID
    var renamed: [PathRename]
    var isWatched: Bool
  }

  /// The resulting tree.
  package private(set) var tree: ObjectID
  /// The places that are left unchanged because of later edits.
  package private(set) var left: [LeftPlace] = []
  /// The reversed renames, in the direction of the reversal.
  package private(set) var renames: [PathRename] = []
  private let scratch: ScratchStore
  private let graph: CommitGraph
  private let since: [Since]

  /// Begins with the tree of a tip.
  ///
  /// - Parameter oldest: a commit before all changes to revert; nil for the beginning of history.
  /// - Throws: `ObjectStoreError` for the first later commit that cannot be read.
  package init(
    tip: ObjectID, oldest: ObjectID?, graph: CommitGraph, store: any ObjectStore
  ) throws(ObjectStoreError) {
    self.graph = graph
    scratch = ScratchStore(over: store)
    tree = try graph.commit(tip).tree
    since = try Self.commits(from: tip, excluding: oldest, graph)
  }

  private static func commits(
    from start: ObjectID, excluding: ObjectID?, _ graph: CommitGraph
  ) throws(ObjectStoreError) -> [Since] {
    var found: [Since] = []
    for id in try graph.commits(from: start, excluding: excluding.map { [$0] } ?? []) {
      let text = try graph.commit(id).message
      let message = text.contains("Stet-") ? try graph.message(of: id) : nil
      found.append(Since(id: id, renamed: message?.renamed ?? [], isWatched: message?.author != nil))
    }
    return found
  }

  /// Reverts the changes between two commits; the newest must be reverted first.
  ///
  /// - Parameters:
  ///   - before: the state before the change; nil if there was none.
  ///   - after: the state with the change; the tip has it in its history.
  /// - Throws: `ObjectStoreError` if a version cannot be read.
  package mutating func takeBack(from before: ObjectID?, to after: ObjectID) throws(ObjectStoreError) {
    let base = try graph.commit(after).tree
    let earlier = try before.map { (id) throws(ObjectStoreError) in try graph.commit(id).tree } ?? .emptyTree
    guard base != earlier, tree != earlier else { return }
    let own = try Self.commits(from: after, excluding: before, graph)
    let turned = own.flatMap { $0.renamed.reversed() }.map { PathRename(from: $0.to, to: $0.from) }
    let later = since.prefix { $0.id != after }
    let moved = later.reversed().flatMap(\.renamed)
    let now = tree
    let reader = TreeReader(scratch)
    let away = Set(moved.map { NameKey($0.from) })
    // Current content is never overwritten: it is the later of two equals, and a deletion outranks a restored file.
    func stands(_ path: String) -> Bool {
      if away.contains(NameKey(path)) { return true }
      let entry = (try? reader.entry(at: path, of: now)) ?? nil
      return entry.map { $0.mode != .tree } ?? false
    }
    let ours = SideVersion(
      tree: now, renames: moved, precedence: { _ in Precedence(rank: .person, time: 1) },
      watched: { _ in later.allSatisfy(\.isWatched) }, infersFolders: false)
    let theirs = SideVersion(
      tree: earlier, renames: turned,
      precedence: { Precedence(rank: stands($0) ? .person : .agent, time: 0) },
      watched: { _ in own.allSatisfy(\.isWatched) }, infersFolders: false)
    let result = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: scratch)
    tree = result.tree
    renames += turned
    let taken = try keepTaken(result, base: base, theirs: theirs, now: now, reader)
    for conflict in result.conflicts where !taken.contains(NameKey(conflict.path)) { try leave(conflict) }
    try leaveMoved(from: earlier, to: base, but: Set(turned.map { NameKey($0.from) }), moved, now, reader)
  }

  /// Lists the files that the change created and that got another name since: they stay.
  private mutating func leaveMoved(
    from earlier: ObjectID, to base: ObjectID, but renamed: Set<NameKey>, _ moved: [PathRename], _ now: ObjectID,
    _ reader: TreeReader
  ) throws(ObjectStoreError) {
    guard !moved.isEmpty else { return }
    for change in try TreeDiff.changes(from: earlier, to: base, in: scratch) {
      guard change.old == nil, !renamed.contains(NameKey(change.path)) else { continue }
      let place = moved.reduce(change.path) { $1.renamed($0) }
      guard let made = change.new, !place.hasSameBytes(as: change.path),
        let current = try reader.entry(at: place, of: now), current.mode != .tree,
        try reader.entry(at: place, of: tree)?.id == current.id
      else { continue }
      let known = left.firstIndex { $0.path.hasSameBytes(as: place) || $0.path.hasSameBytes(as: change.path) }
      if let known, made.id != current.id || left[known].reason != .written { continue }
      let new = LeftPlace(path: place, reason: .moved)
      if let known { left[known] = new } else { left.append(new) }
    }
  }

  /// Keeps a newer file at a path to which an older file cannot return, and leaves the older file at the path to which
  /// it was moved; returns the kept paths.
  private mutating func keepTaken(
    _ result: TreeMergeResult, base: ObjectID, theirs: SideVersion, now: ObjectID, _ reader: TreeReader
  ) throws(ObjectStoreError) -> Set<NameKey> {
    var edits: [TreeEdit] = []
    var taken: Set<NameKey> = []
    for path in Set((result.conflicts.map(\.path) + result.combined).map { NameKey($0) }) {
      let place = String(path.text)
      guard try reader.entry(at: place, of: base) == nil, try reader.entry(at: place, of: theirs.tree) != nil,
        let current = try reader.entry(at: place, of: now), current.mode != .tree
      else { continue }
      edits.append(.set(path: place, mode: current.mode, id: current.id))
      taken.insert(path)
    }
    guard !taken.isEmpty else { return [] }
    let gone = try TreeDiff.changes(from: base, to: theirs.tree, in: scratch).filter { $0.new == nil }
    let search = RenameSearch(
      base: base, side: theirs, store: scratch, reader: reader, wanted: Set(gone.map { NameKey($0.path) }))
    var moved = Set<NameKey>()
    for (from, to) in try search.find().files where taken.contains(NameKey(to)) {
      guard let current = try reader.entry(at: String(from.text), of: now), current.mode != .tree else { continue }
      edits.append(.set(path: String(from.text), mode: current.mode, id: current.id))
      left.append(LeftPlace(path: String(from.text), reason: .taken))
      moved.insert(NameKey(to))
    }
    for path in taken.subtracting(moved).sorted(by: { PathText.precedes(String($0.text), String($1.text)) }) {
      left.append(LeftPlace(path: String(path.text), reason: .replaced))
    }
    tree = try TreeEditor(store: scratch).apply(edits, to: tree)
    return taken
  }

  /// Records a place that is left unchanged.
  private mutating func leave(_ conflict: Conflict) throws(ObjectStoreError) {
    var place = LeftPlace(path: conflict.path, reason: .changed)
    switch conflict.reason {
    case .content: place.lines = try lines(of: conflict)
    case .deletion where conflict.kept == nil: place.reason = .deleted
    case .deletion:
      if try keepAdded(conflict) { return }
      place.reason = .written
    case .kind, .directory: place.reason = .replaced
    case .name: place.reason = .renamed
    }
    if !left.contains(place) { left.append(place) }
  }

  /// Leaves of a file that the change created the lines that others added since, if its lines are independent: records,
  /// or a log whose lines are never mixed.
  ///
  /// - Returns: false for another file, which stays as it is.
  private mutating func keepAdded(_ conflict: Conflict) throws(ObjectStoreError) -> Bool {
    guard let base = conflict.base, let kept = conflict.kept,
      let entry = try TreeReader(scratch).entry(at: conflict.path, of: tree), entry.id == kept, entry.mode.isFile,
      let made = try scratch.blob(base, ofAtMost: DocumentMerge.readLimit),
      let current = try scratch.blob(kept, ofAtMost: DocumentMerge.readLimit)
    else { return false }
    let lines = TextLines(current)
    let added = LineDiff.changes(from: TextLines(made), to: lines).flatMap { change in
      change.new.filter { !lines.isBlank($0) }.map { Array(current[lines.range(of: $0)]) }
    }
    switch try AttributeRules.rules(in: tree, scratch).driver(conflict.path) {
    case .union: break
    // A line of a JSON text over several lines is none by itself.
    case .records where added.allSatisfy { JSONValue(line: $0)?.members != nil }: break
    case .records, .text, .binary: return false
    }
    guard !added.isEmpty else { return false }
    let id = try scratch.write(.blob, Array(added.joined()))
    tree = try TreeEditor(store: scratch).apply([.set(path: conflict.path, mode: entry.mode, id: id)], to: tree)
    return true
  }

  private func lines(of conflict: Conflict) throws(ObjectStoreError) -> [Range<Int>] {
    guard let base = conflict.base, let kept = conflict.kept, let other = conflict.other else { return [] }
    let limit = DocumentMerge.readLimit
    guard let before = try scratch.blob(other, ofAtMost: limit), let after = try scratch.blob(base, ofAtMost: limit),
      let current = try scratch.blob(kept, ofAtMost: limit)
    else { return [] }
    // The texts are read as the merge read them; otherwise the lines would differ from those that it kept.
    let driver = try AttributeRules.rules(in: tree, scratch).driver(conflict.path)
    let merged = TextMerge.reverse(
      changeFrom: before, to: after, in: current, path: conflict.path, driver: driver)
    guard case .overlapping(_, let regions) = merged else { return [] }
    return regions.map(\.kept)
  }

  /// Stores the new objects that the tree needs.
  ///
  /// - Throws: `ObjectStoreError` if they cannot be stored.
  package func store() throws(ObjectStoreError) { try scratch.flush(tree) }

  /// The new objects that the tree needs.
  package var objects: [FreshObject] { scratch.fresh(of: tree) }
}

/// A place that an undo leaves unchanged because it was edited since.
package struct LeftPlace: Hashable, Sendable {
  /// The reason why a place is left unchanged.
  package enum Reason: String, Hashable, Sendable, Codable {
    /// The same lines, or content that cannot be mixed, were changed since.
    case changed
    /// The change created the file, and somebody edited it since.
    case written
    /// The change created the file, and somebody gave it another name since.
    case moved
    /// The file was deleted since.
    case deleted
    /// The path holds something of another kind now.
    case replaced
    /// The file was renamed since.
    case renamed
    /// The change renamed the file, and its old name was taken since.
    case taken
  }

  /// The path of the file.
  package var path: String
  /// The reason why it is left unchanged.
  package var reason: Reason
  /// The unchanged lines, counted from 0; empty for the whole file.
  package var lines: [Range<Int>] = []
}

extension PathRename {
  /// Returns the path after the rename, also of a file in a renamed folder.
  fileprivate func renamed(_ path: String) -> String {
    if path.hasSameBytes(as: from) { return to }
    guard path.utf8.starts(with: (from + "/").utf8) else { return path }
    return to + String(Substring(path.utf8.dropFirst(from.utf8.count)))
  }
}
