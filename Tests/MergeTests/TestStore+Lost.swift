import GitObjects
import Merge

extension TestStore {
  /// Returns the changes of a side that neither the tree holds nor a conflict names; an empty file is nothing to lose.
  static func lost(
    from base: ObjectID?, to side: ObjectID, in result: TreeMergeResult, _ store: TestStore
  ) throws -> [TreeChange] {
    let present = Set(try Tree.flatten(result.tree, in: store).map(\.entry.id))
    let named = Set(result.conflicts.flatMap { [$0.kept, $0.other] }.compactMap(\.self))
    let old = Set(try Tree.flatten(base, in: store).map(\.entry.id))
    return try TreeDiff.changes(from: base, to: side, in: store).filter { change in
      guard let id = change.new?.id, id != .emptyBlob, !old.contains(id) else { return false }
      return !present.contains(id) && !named.contains(id) && result.combined.isEmpty
    }
  }
}
