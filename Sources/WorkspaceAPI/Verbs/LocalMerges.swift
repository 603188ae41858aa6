package import GitObjects

/// Requests the merge of one file's versions as a workspace would merge them, for stock git (`merge.stet.driver`).
package struct FileMergeRequest: Sendable {
  /// The common version.
  package var base: [UInt8]
  /// The version that the result replaces.
  package var ours: [UInt8]
  /// The other version.
  package var theirs: [UInt8]
  /// The path in the repository.
  package var path: String
  /// The content of the `.gitattributes` at the repository's root.
  package var attributes: [UInt8]
  /// The number of characters in a conflict marker.
  package var markerSize: Int

  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, attributes: [UInt8] = [], markerSize: Int = 7
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.path = path
    self.attributes = attributes
    self.markerSize = markerSize
  }
}

/// The result of a merge of one file's versions.
package struct FileMergeReport: Hashable, Sendable {
  /// The merged text, with conflict markers if it is text and not clean.
  package var bytes: [UInt8]
  /// Whether it contains the changes of both sides.
  package var isClean: Bool
  /// Sentences about parts that were merged more coarsely.
  package var notes: [String]

  package init(bytes: [UInt8], isClean: Bool, notes: [String]) {
    self.bytes = bytes
    self.isClean = isClean
    self.notes = notes
  }
}

/// The result and duration of a merge of two commits, of which only objects are stored.
package struct TrialMergeReport: Sendable, Codable {
  /// The merged tree.
  package var tree: ObjectID
  /// The number of conflicts.
  package var conflicts: Int
  /// The duration of each round in milliseconds; the first one opens the repository.
  package var milliseconds: [Double]

  package init(tree: ObjectID, conflicts: Int, milliseconds: [Double]) {
    self.tree = tree
    self.conflicts = conflicts
    self.milliseconds = milliseconds
  }
}
