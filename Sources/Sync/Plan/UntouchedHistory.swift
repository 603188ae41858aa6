package import GitObjects

/// Detects a history with nothing but the files that Stet itself creates in a new folder: nobody's words are in it, so
/// another history replaces it without a question (decision 20).
package enum UntouchedHistory {
  /// The greatest number of commits of such a history; a longer one has somebody's work.
  package static let longest = 8

  /// Returns whether every file of every commit up to this one has a template's content at the template's path.
  ///
  /// A history without files is untouched too; one with a merge is not.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
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

/// A file that Stet creates in a new folder.
package struct TemplateContent: Hashable, Sendable {
  /// Its path from the folder's root.
  package var path: String
  /// Its content.
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    (self.path, self.bytes) = (path, bytes)
  }
}
