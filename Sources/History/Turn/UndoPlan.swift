package import GitObjects
internal import Merge

/// What a folder will hold when commits are taken back: their regions only, what was written since stays. Pure over
/// the object store.
package struct UndoPlan {
  /// What a path will hold.
  private enum Outcome {
    case content([UInt8], FileMode)
    case nothing
  }

  private let store: any ObjectStore
  private let tipTree: ObjectID
  private var outcomes: [String: Outcome] = [:]
  /// Places left alone because somebody wrote there since, as `path: lines a–b` or `path`.
  package private(set) var kept: [String] = []

  /// Makes a plan that changes nothing.
  package init(store: any ObjectStore, tipTree: ObjectID) {
    self.store = store
    self.tipTree = tipTree
  }

  /// Takes a commit back; call with the newest first.
  ///
  /// - Throws: `ObjectStoreError` where a version cannot be read.
  package mutating func takeBack(_ id: ObjectID) throws(ObjectStoreError) {
    let commit = try store.commit(id)
    var parent: ObjectID?
    if let first = commit.parents.first { parent = try store.commit(first).tree }
    for change in try TreeDiff.changes(from: parent, to: commit.tree, in: store) {
      guard change.old?.mode != .gitlink, change.new?.mode != .gitlink else { continue }
      try takeBack(change)
    }
  }

  private mutating func takeBack(_ change: TreeChange) throws(ObjectStoreError) {
    let current = try standing(at: change.path)
    let after = try change.new.map { (entry) throws(ObjectStoreError) in try store.blob(entry.id) }
    let before = try change.old.map { (entry) throws(ObjectStoreError) in try store.blob(entry.id) }
    switch (before, after, current) {
    case (let before?, let after?, .content(let bytes, let mode)):
      // The change of mode goes back too where nobody changed it since.
      let kind = change.old?.mode != change.new?.mode && mode == change.new?.mode ? change.old?.mode ?? mode : mode
      switch TextMerge.reverse(changeFrom: before, to: after, in: bytes, path: change.path) {
      case .clean(let result): outcomes[change.path] = .content(result, kind)
      case .overlapping(let result, let regions):
        outcomes[change.path] = .content(result, kind)
        kept +=
          regions.isEmpty
          ? [change.path] : regions.map { "\(change.path): lines \($0.kept.lowerBound + 1)–\($0.kept.upperBound)" }
      }
    case (nil, let after?, .content(let bytes, _)):
      if bytes == after { outcomes[change.path] = .nothing } else { try keepOthers(change.path, after, bytes) }
    case (let before?, nil, .nothing):
      outcomes[change.path] = .content(before, change.old?.mode ?? .file)
    case (_, _, _): kept.append(change.path)
    }
  }

  /// A file that the commit made and others wrote in since: its own lines go, theirs stay.
  private mutating func keepOthers(_ path: String, _ after: [UInt8], _ bytes: [UInt8]) throws(ObjectStoreError) {
    switch TextMerge.reverse(changeFrom: [], to: after, in: bytes, path: path) {
    case .clean(let result) where !result.isEmpty: outcomes[path] = .content(result, .file)
    case .clean: outcomes[path] = .nothing
    case .overlapping: kept.append(path)
    }
  }

  private func standing(at path: String) throws(ObjectStoreError) -> Outcome {
    if let outcome = outcomes[path] { return outcome }
    guard let entry = try Tree.entry(at: path, of: tipTree, in: store), entry.mode != .tree else { return .nothing }
    return .content(try store.blob(entry.id), entry.mode)
  }

  /// The writes that bring it about.
  package func writes(origin: WriteOrigin) -> [Write] {
    outcomes.keys.sorted().compactMap { name in
      guard let path = try? WorkspacePath(name) else { return nil }
      switch outcomes[name] {
      case .content(let bytes, let mode):
        // Stored so that mode and bytes come back as they were, without stamping.
        guard let blob = try? store.write(.blob, bytes) else { return nil }
        return Write(path: path, action: .place(mode: mode, blob: blob), origin: origin, believesDeletion: true)
      case .nothing: return Write(path: path, action: .delete, origin: origin)
      case nil: return nil
      }
    }
  }
}
