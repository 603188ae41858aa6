internal import GitProcess
internal import GitObjects

/// The state of the race for the branch and of the inboxes, by which a slow machine does not starve beside fast ones
/// (review B1).
struct InboxState: Hashable, Sendable {
  /// Commits in the inbox of this machine.
  struct Left: Hashable, Sendable {
    /// The last commit.
    var commit: ObjectID
    /// The uptime at which the remote accepted it.
    var at: Duration
  }

  /// The time in which another machine is expected to take the commits in the inbox.
  static let trust: Duration = .seconds(10)

  /// The place at which the remote accepts an inbox; nil if it accepts none.
  private(set) var place: Inbox.Place? = .hidden
  /// The race for the branch.
  private(set) var race = PushRace()
  /// The commits that were last left in the inbox; nil if the branch has everything in it.
  private(set) var left: Left?
  /// The uptime at which the remote is asked whether another machine took them.
  private(set) var askAt: Duration?
  /// The inboxes of other machines.
  var others = InboxWatch()

  /// The uptime of the next fetch for the sake of an inbox; nil for none.
  var next: Duration? { [others.next, askAt].compactMap(\.self).min() }

  /// Returns whether a push must not rely on the branch, so that it fills the inbox too.
  func isNeeded(at now: Duration) -> Bool { place != nil && race.isLost(at: now) }

  /// Returns the commits that another machine is expected to take soon; nil if there are none.
  func awaited(at now: Duration) -> ObjectID? {
    left.flatMap { now - $0.at < Self.trust ? $0.commit : nil }
  }

  /// Notes that the remote is being asked.
  mutating func fetchBegan() { askAt = nil }

  /// Gives another machine time to take the commits.
  mutating func trustOthers() { askAt = left.map { $0.at + Self.trust } }

  /// Notes the answer for this machine's inbox.
  ///
  /// - Parameter commit: the commit to leave; nil to delete the inbox.
  mutating func answered(_ answer: PushResult?, for commit: ObjectID?, at place: Inbox.Place, at now: Duration) {
    switch answer {
    case .accepted: left = commit.map { Left(commit: $0, at: now) }
    case .refused where commit != nil: self.place = place == .hidden ? .branches : nil
    case .refused, .rejectedNonFastForward, .locked, nil: break
    }
  }

  /// Notes that the branch accepted a push.
  mutating func won() { race.win() }

  /// Notes that another machine moved the branch first.
  mutating func lost(started: Duration, ended: Duration) { race.lose(started: started, ended: ended) }

  /// Notes that the branch has everything in the inbox.
  mutating func published() { left = nil }
}
