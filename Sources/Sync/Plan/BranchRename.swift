internal import GitObjects

/// A branch that the remote may have renamed: the remote lacks it, and exactly one other branch has its commit.
package struct BranchRename: Hashable, Sendable {
  /// The branch that was exchanged.
  package var from: String
  /// The branch that has the commit now.
  package var to: String

  /// Makes a rename.
  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }

  /// Finds the only branch that has a commit; nil if none or several have it.
  ///
  /// - Parameter contains: returns whether the commit is in the history of another one, as far as that is known here.
  static func find(
    of branch: String, at seen: ObjectID, among branches: [String: ObjectID], contains: (ObjectID) -> Bool
  ) -> BranchRename? {
    let others = branches.filter { name, id in
      name != branch && !("refs/heads/" + name).hasPrefix(Inbox.Place.branches.rawValue) && (id == seen || contains(id))
    }
    guard others.count == 1, let to = others.keys.first else { return nil }
    return BranchRename(from: branch, to: to)
  }
}
