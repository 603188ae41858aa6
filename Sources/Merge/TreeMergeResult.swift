package import GitObjects

/// The result of a merge of two trees.
package struct TreeMergeResult: Hashable, Sendable {
  /// The merged tree; it and all objects that it names are stored.
  package var tree: ObjectID
  /// The changes of which only one side's version could be kept, sorted by path.
  package var conflicts: [Conflict]
  /// The files whose content combines both sides, sorted by path.
  package var combined: [String]
  /// The files that were merged more coarsely than their kind allows, sorted by path.
  package var coarser: [CoarserMerge]
}
