internal import FileSystem
package import GitObjects

/// The changes of an adoption, computed before its turn, on any thread: at 10,000 files that takes longer than a turn
/// may.
package struct AdoptionPlan: Sendable {
  /// The tree before the adoption.
  let from: ObjectID
  /// The tree after the adoption.
  let to: ObjectID
  /// All differences, as `TreeDiff` returns them.
  let changes: [TreeChange]
  /// Paths whose files are not written.
  let leaving: Set<NameKey>
  /// The files to place, each at the number of its slot; nil for a path whose file is not written.
  let steps: [AdoptionRun.Step?]
  /// The number of each path's step.
  let positions: [WorkspacePath: Int]
  /// Names that no workspace can hold; they stay only in history.
  let unholdable: [String]
  /// The increase of the number of files.
  let growth: Int

  /// Compares the trees of two commits.
  ///
  /// - Parameters:
  ///   - from: the tip; nil for no commit.
  ///   - target: the commit to adopt.
  ///   - leaving: paths whose files are not written.
  ///   - store: a handle of the calling thread's own.
  package init(
    from: ObjectID?, to target: ObjectID, leaving: Set<NameKey> = [], in store: any ObjectStore
  ) throws(ObjectStoreError) {
    let old = try from.map { id throws(ObjectStoreError) in try store.commit(id).tree } ?? .emptyTree
    let new = try store.commit(target).tree
    self.init(
      from: old, to: new, changes: try TreeDiff.changes(from: old, to: new, in: store), leaving: leaving)
  }

  /// Takes all differences between two trees: their order is that of the slots, even after a restart.
  init(from: ObjectID, to: ObjectID, changes: [TreeChange], leaving: Set<NameKey>) {
    self.from = from
    self.to = to
    self.changes = changes
    self.leaving = leaving
    var positions: [WorkspacePath: Int] = [:]
    var unholdable: [String] = []
    steps = Self.ordered(changes).enumerated().map { position, change in
      guard let path = try? WorkspacePath(change.path) else {
        unholdable.append(change.path)
        return nil
      }
      guard !leaving.contains(NameKey(change.path)), change.old?.mode != .gitlink, change.new?.mode != .gitlink else {
        return nil
      }
      positions[path] = position
      return AdoptionRun.Step(position: position, path: path, change: change)
    }
    self.positions = positions
    self.unholdable = unholdable
    growth = Self.growth(changes)
  }

  /// The files that are written.
  package var paths: [WorkspacePath] { steps.compactMap { $0?.path } }

  /// Returns the increase of the number of files by some changes.
  static func growth(_ changes: [TreeChange]) -> Int {
    changes.count { $0.old == nil } - changes.count { $0.new == nil }
  }

  private static func isOfAttributes(_ change: TreeChange) -> Bool {
    change.path.utf8.elementsEqual(".gitattributes".utf8) || change.path.hasSuffix("/.gitattributes")
  }

  /// Returns the changes in the order of an adoption: deletions first, because they make room for new files (a folder
  /// in place of a file).
  static func ordered(_ changes: [TreeChange]) -> [TreeChange] {
    let coming = changes.filter { $0.new != nil }
    // Attributes decide which files are large, so they precede the other files.
    return changes.filter { $0.new == nil } + coming.filter(isOfAttributes) + coming.filter { !isOfAttributes($0) }
  }
}

extension AdoptionPlan? {
  /// Returns the plan if there is one and it is for these trees.
  func fitting(from: ObjectID, to: ObjectID, leaving: Set<NameKey>) -> AdoptionPlan? {
    flatMap { $0.from == from && $0.to == to && $0.leaving == leaving ? $0 : nil }
  }
}

/// The result of an adoption.
package enum AdoptOutcome: Hashable, Sendable {
  /// The tip is at the commit; if the turn was limited, files may still have to be placed (`isAdopting`).
  case adopted
  /// Something was recorded meanwhile: plan again on this tip.
  case tipMoved(ObjectID?)
  /// These names are missing and not believed to be deleted yet (rule 4); nothing was changed. Retry soon.
  case waits([WorkspacePath])
}

/// A file that an adoption could not place: the content on disk does not count as a change (review F14).
struct Unplaced {
  /// The version that is still on disk, as a rule the tip's before the adoption; nil for no file.
  var expected: ObjectID?
  /// Whether the content on disk is that of a large file whose newer content is being downloaded; this is no error.
  var isAwaited = false
  /// The error that kept it from being placed.
  var error: FileError
}
