internal import GitProcess
internal import GitObjects

/// The branches of a remote, with the choice of one for a folder that joins it.
package struct RemoteBranches: Hashable, Sendable {
  /// The branch that a folder begins with.
  package enum Beginning: Hashable, Sendable {
    /// This branch of the remote.
    case branch(String)
    /// The remote has no branch yet.
    case empty
    /// The remote has these branches, in order, and none of them is designated.
    case several([String])
  }

  /// The branch of a folder by default.
  package static let usual = "main"

  /// The branch that the remote's `HEAD` names; nil if there is no such branch, as in a bare repository that was made
  /// for `master` and received `main`.
  package var head: String?
  /// The branches, without `refs/heads/` and without the inboxes of machines.
  package var names: Set<String>

  /// Makes a list of branches; inboxes among them are left out.
  package init(head: String?, names: some Sequence<String>) {
    self.names = Set(names.filter { !("refs/heads/" + $0).hasPrefix(Inbox.Place.branches.rawValue) })
    self.head = head.flatMap { self.names.contains($0) ? $0 : nil }
  }

  /// Parses the output of `git ls-remote --symref URL HEAD 'refs/heads/*'`; skips other lines.
  package init(listing: String) {
    var head: String?
    var names: [String] = []
    for line in listing.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: "\t")
      guard fields.count == 2 else { continue }
      if fields[1] == "HEAD", fields[0].hasPrefix("ref: refs/heads/") {
        head = String(fields[0].dropFirst("ref: refs/heads/".count))
      } else if fields[1].hasPrefix("refs/heads/") {
        names.append(String(fields[1].dropFirst("refs/heads/".count)))
      }
    }
    self.init(head: head, names: names)
  }

  /// The branch that a folder begins with: the remote's own choice, else `main`, else the only branch.
  package var beginning: Beginning {
    if let head { return .branch(head) }
    if names.contains(Self.usual) { return .branch(Self.usual) }
    switch names.count {
    case 0: return .empty
    case 1: return names.first.map { .branch($0) } ?? .empty
    default: return .several(names.sorted())
    }
  }
}

/// A branch that the remote may have renamed: the remote lacks it, and exactly one other branch has its commit.
package struct BranchRename: Hashable, Sendable {
  /// The branch that was exchanged.
  package var from: String
  /// The branch that has the commit now.
  package var to: String

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
