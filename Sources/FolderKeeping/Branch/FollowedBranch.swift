internal import Git
internal import GitObjects

/// The recorded branch and the commit to which Stet last moved it or up to which it took its commits:
/// `refs/stet/branch/NAME`.
///
/// The commit is stored so that after a time without a daemon, the changes of the person's git still differ from
/// Stet's: commits are taken with their author, and the person is asked about a branch that was moved back (review B6).
struct FollowedBranch {
  private static let prefix = StetReference.branch

  /// The name of the branch, without `refs/heads/`.
  let name: String
  /// The repository with the reference.
  let repository: Repository

  private var reference: String { Self.prefix + name }

  /// Returns the stored commit; nil for none.
  ///
  /// - Throws: `ObjectStoreError` if the reference cannot be read.
  func noted() throws(ObjectStoreError) -> ObjectID? { try repository.reference(reference) }

  /// Stores the branch's commit.
  func note(_ commit: ObjectID?) {
    // If the write fails, the next start determines the commit from the order of the commits.
    guard let noted = try? noted(), noted == commit else {
      try? repository.setReference(reference, to: commit, expecting: (try? noted()) ?? nil)
      return
    }
  }

  /// Returns the name of the branch to record: the configured one (`stet.branch`), else HEAD's if it was ever recorded,
  /// else the last recorded one, even if HEAD is elsewhere now, else HEAD's. A renamed branch continues under its new
  /// name.
  ///
  /// - Throws: `ObjectStoreError` if a reference cannot be read or moved.
  static func name(in repository: Repository) throws(ObjectStoreError) -> String {
    if let configured = repository.settings.text("stet.branch") { return configured }
    let head: String?
    switch try repository.head() {
    case .branch(let name, _), .unborn(let name): head = name
    case .detached, .broken: head = nil
    }
    if let head, try repository.reference(prefix + head) != nil { return head }
    guard let last = try repository.recordedBranch() else { return head ?? "main" }
    if last != head, let head, try repository.reference("refs/heads/\(last)") == nil {
      let noted = try repository.reference(prefix + last)
      try repository.setReference(prefix + last, to: nil, expecting: noted)
      try repository.setReference(prefix + head, to: noted, expecting: repository.reference(prefix + head))
      return head
    }
    return last
  }

  /// Returns the commit up to which the branch counts as followed at the start: the branch's commit if all commits up
  /// to it are known to be Stet's, else the stored commit: then the inspection finds the changes of the person's git.
  ///
  /// - Parameter isAfterPowerLoss: whether a power failure may have set references back by some seconds: then a branch
  ///   behind the tip does not count as moved back.
  static func start(
    standing: ObjectID?, noted: ObjectID?, tip: ObjectID?, graph: CommitGraph, isAfterPowerLoss: Bool = false
  ) -> ObjectID? {
    guard let tip else { return standing }
    guard let standing else { return noted }
    // A failure to read the order counts as no relation.
    let isBehind = (try? graph.isAncestor(standing, of: tip)) ?? false
    guard let noted else {
      if isBehind { return standing }
      return (try? graph.mergeBases(standing, tip))?.first
    }
    if isBehind, isAfterPowerLoss { return standing }
    // After a stop between the move of the branch and the write of the reference, the branch is ahead of the stored
    // commit.
    if isBehind, (try? graph.isAncestor(noted, of: standing)) ?? true { return standing }
    // The stored commit was replayed: the branch is at its replacement.
    if isBehind, (try? graph.isAncestor(noted, of: tip)) == false { return standing }
    return noted
  }
}
