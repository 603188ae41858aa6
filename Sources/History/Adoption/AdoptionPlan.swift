package import GitObjects

/// What an adoption changes, worked out before its turn, on any thread: at 10,000 files that takes longer than a turn may.
package struct AdoptionPlan: Sendable {
  /// The tree from which it starts.
  let from: ObjectID
  /// The tree to which it leads.
  let to: ObjectID
  /// All that differs, as `TreeDiff` gives it.
  let changes: [TreeChange]
  /// Paths whose files are not touched.
  let leaving: Set<String>
  /// The files to bring, each at the number of its slot; nil where none is touched.
  let steps: [AdoptionRun.Step?]
  /// The number of each path's step.
  let positions: [WorkspacePath: Int]
  /// Names that no workspace can hold; they stay in history.
  let unholdable: [String]
  /// How many files more there are afterwards.
  let growth: Int

  /// Compares the trees of two commits.
  ///
  /// - Parameters:
  ///   - from: where the tip stands; nil for nothing.
  ///   - target: the commit.
  ///   - leaving: paths whose files are not touched.
  ///   - store: a handle of the calling thread's own.
  package init(
    from: ObjectID?, to target: ObjectID, leaving: Set<String> = [], in store: any ObjectStore
  ) throws(ObjectStoreError) {
    let old = try from.map { id throws(ObjectStoreError) in try store.commit(id).tree } ?? .emptyTree
    let new = try store.commit(target).tree
    self.init(
      from: old, to: new, changes: try TreeDiff.changes(from: old, to: new, in: store), leaving: leaving)
  }

  /// Takes what differs between two trees, all of it: its order is that of the slots, also after a restart.
  init(from: ObjectID, to: ObjectID, changes: [TreeChange], leaving: Set<String>) {
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
      guard !leaving.contains(change.path), change.old?.mode != .gitlink, change.new?.mode != .gitlink else {
        return nil
      }
      positions[path] = position
      return AdoptionRun.Step(position: position, path: path, change: change)
    }
    self.positions = positions
    self.unholdable = unholdable
    growth = Self.growth(changes)
  }

  /// The files that are touched.
  package var paths: [WorkspacePath] { steps.compactMap { $0?.path } }

  /// How many files more there are after changes than before.
  static func growth(_ changes: [TreeChange]) -> Int {
    changes.count { $0.old == nil } - changes.count { $0.new == nil }
  }

  private static func isOfAttributes(_ change: TreeChange) -> Bool {
    change.path.utf8.elementsEqual(".gitattributes".utf8) || change.path.hasSuffix("/.gitattributes")
  }

  /// The changes of an adoption as they are made: what goes makes room for what comes (a folder where a file stood).
  static func ordered(_ changes: [TreeChange]) -> [TreeChange] {
    let coming = changes.filter { $0.new != nil }
    // What is large is known from attributes.
    return changes.filter { $0.new == nil } + coming.filter(isOfAttributes) + coming.filter { !isOfAttributes($0) }
  }
}

extension AdoptionPlan? {
  /// The plan, where there is one and it is for these trees.
  func fitting(from: ObjectID, to: ObjectID, leaving: Set<String>) -> AdoptionPlan? {
    flatMap { $0.from == from && $0.to == to && $0.leaving == leaving ? $0 : nil }
  }
}
