package import GitObjects

/// What a merge of two trees came to.
package struct TreeMergeResult: Hashable, Sendable {
  /// The merged tree; stored, like all that it names.
  package var tree: ObjectID
  /// What only one side's version could stand of, in order of path.
  package var conflicts: [Conflict]
  /// The files whose content is made of both sides', in order of path.
  package var combined: [String]
  /// The files that had to be merged more coarsely than their kind allows, in order of path.
  package var coarser: [CoarserMerge]
}
