package import GitObjects

/// Whether a history has nothing but what Stet itself laid down in a new folder: then nobody's words are in it, and it
/// gives way to another one unasked (decision 20).
package enum UntouchedHistory {
  /// More commits than this are somebody's work.
  package static let longest = 8

  /// Whether every file of every commit that leads to this one has a template's content in the template's place.
  ///
  /// A history without any file is untouched, too; one with a merge is not.
  ///
  /// - Throws: `ObjectStoreError` of the first object that cannot be read.
  package static func ends(
    in commit: ObjectID, template: [TemplateContent], graph: CommitGraph, store: any ObjectStore
  ) throws(ObjectStoreError) -> Bool {
    let line = try graph.commits(from: commit, excluding: [], limit: longest + 1)
    guard line.count <= longest else { return false }
    var known: [NameKey: ObjectID] = [:]
    for file in template { known[NameKey(file.path)] = store.id(of: .blob, file.bytes) }
    for id in line {
      let commit = try graph.commit(id)
      guard commit.parents.count < 2 else { return false }
      for file in try Tree.flatten(commit.tree, in: store) where known[NameKey(file.path)] != file.entry.id {
        return false
      }
    }
    return true
  }
}
