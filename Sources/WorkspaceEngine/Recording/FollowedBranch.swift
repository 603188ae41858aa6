internal import Git
internal import GitObjects

/// Which branch is recorded, and where Stet last put it or took its commits: `refs/stet/branch/NAME`.
///
/// Kept, so that what the person's git does while no daemon runs is still told from what Stet did: commits are taken
/// with their author, and a branch that was moved back is asked about (review B6).
struct FollowedBranch {
  private static let prefix = "refs/stet/branch/"

  /// The branch, without `refs/heads/`.
  let name: String
  /// Where it is kept.
  let repository: Repository

  private var reference: String { Self.prefix + name }

  /// What was noted last; nil for nothing.
  func noted() throws(ObjectStoreError) -> ObjectID? { try repository.reference(reference) }

  /// Notes where the branch is.
  func note(_ commit: ObjectID?) {
    // What cannot be noted is found out at the next start by the order of the commits.
    guard let noted = try? noted(), noted == commit else {
      try? repository.setReference(reference, to: commit, expecting: (try? noted()) ?? nil)
      return
    }
  }

  /// The branch that is recorded in a repository: the configured one (`stet.branch`), else HEAD's where it ever was, else
  /// the one that was recorded last, also where HEAD is elsewhere now, else HEAD's. A branch that was renamed goes on under its new name.
  static func name(in repository: Repository) throws(ObjectStoreError) -> String {
    if let configured = repository.setting("stet.branch") { return configured }
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

  /// Where the branch counts as followed when Stet starts: where it stands, if everything up to there is known to be
  /// Stet's doing; else where Stet left it, and the look at the branch finds what the person's git did.
  ///
  /// - Parameter isAfterPowerLoss: whether a reference may stand where it stood some seconds before: one that is behind
  ///   the tip was moved back by nobody.
  static func start(
    standing: ObjectID?, noted: ObjectID?, tip: ObjectID?, graph: CommitGraph, isAfterPowerLoss: Bool = false
  ) -> ObjectID? {
    guard let tip else { return standing }
    guard let standing else { return noted }
    // An order that cannot be read is as good as none.
    let isBehind = (try? graph.isAncestor(standing, of: tip)) ?? false
    guard let noted else {
      if isBehind { return standing }
      return (try? graph.mergeBases(standing, tip))?.first
    }
    if isBehind, isAfterPowerLoss { return standing }
    // After a stop between the branch's move and its note the branch stands further than noted.
    if isBehind, (try? graph.isAncestor(noted, of: standing)) ?? true { return standing }
    // What was noted was replayed: the branch stands at what replaced it.
    if isBehind, (try? graph.isAncestor(noted, of: tip)) == false { return standing }
    return noted
  }
}
