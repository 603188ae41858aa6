internal import GitObjects

/// The known state of the remote's branch.
struct KnownRemote: Hashable, Sendable {
  /// The notes about one branch that survive a restart.
  struct Notes: Hashable, Sendable {
    /// The branch, without `refs/heads/`.
    var branch: String
    /// The last recorded commit of the remote's branch.
    var seen: ObjectID?
    /// Whether the person wants the branch to stay deleted on the remote.
    var leavesDeleted = false
  }

  /// The branch to which the rest refers; nil before the first exchange.
  private(set) var branch: String?
  /// The remote's branch when the remote last answered.
  private(set) var commit: ObjectID?
  /// The last recorded commit of the remote's branch; kept in `refs/stet/seen/…` across restarts.
  var seen: ObjectID?
  /// Whether the person wants the branch to stay deleted on the remote; not asked again until it exists.
  var leavesDeleted = false
  /// Whether commits that the remote lost are published again: merged and not replayed, because other machines have
  /// them.
  var restoresLost = false
  /// The last commit that this machine pushed to the branch.
  private(set) var published: ObjectID?
  /// The commit of the running push; a report of it is ignored.
  var pushing: ObjectID?
  /// The number of pushes in a row for which the remote could not lock the branch, although nobody moved it.
  private(set) var locks = 0
  /// The time of the remote's last answer, in seconds since 1970.
  var lastContact: Int64?

  /// The newest known commit of the remote's branch; nil if the remote has none, or never answered.
  var latest: ObjectID? { commit ?? seen }

  /// Whether this machine moved the remote's branch last.
  var isOurs: Bool { commit == published }

  /// Switches to another branch, whose commit on the remote is not known.
  mutating func take(_ notes: Notes) {
    branch = notes.branch
    commit = nil
    locks = 0
    update(notes)
  }

  /// Takes notes that were read again.
  mutating func update(_ notes: Notes) {
    seen = notes.seen
    leavesDeleted = notes.leavesDeleted
  }

  /// Notes the remote's answer to a fetch; returns whether the branch is at another commit than before.
  mutating func fetched(_ commit: ObjectID?) -> Bool {
    let before = latest
    if commit != self.commit { locks = 0 }
    self.commit = commit
    guard let commit else { return false }
    leavesDeleted = false
    return commit != before
  }

  /// Notes that the remote accepted a push.
  mutating func accepted(_ commit: ObjectID) {
    self.commit = commit
    published = commit
    locks = 0
  }

  /// Notes that the remote could not lock the branch for a push.
  mutating func couldNotLock() { locks += 1 }

  /// Returns whether a report of the branch is news; one without a commit may be.
  func isNews(_ id: ObjectID?) -> Bool { id.map { $0 != commit && $0 != pushing } ?? true }
}
