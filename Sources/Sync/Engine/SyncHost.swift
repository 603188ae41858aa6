package import GitObjects

/// What the exchange needs of the workspace around it; every closure may be called at any time.
package struct SyncHost: Sendable {
  /// The recorder's tip; nil before the first commit.
  package var tip: @Sendable () async -> ObjectID?
  /// The branch that is exchanged, without `refs/heads/`.
  package var branch: @Sendable () async -> String
  /// Takes a commit as the tip if the tip still stands where expected; under the journal, work tree first (F14). The
  /// files of `leaving` are not touched: what they hold is looked at again.
  package var adopt:
    @Sendable (_ target: ObjectID, _ expecting: ObjectID?, _ leaving: Set<String>) async throws -> AdoptOutcome
  /// The versions that the remote is known to refuse; they are not published. Nil where that is not known yet: nothing
  /// is published, and it is asked again.
  package var refused: @Sendable () async throws -> Set<PathVersion>?
  /// Why nothing is published that brings one of these versions and cannot be made without; nil where it may go out. What
  /// the remote refuses it will refuse again; a secret it would take.
  package var forbids: @Sendable (Set<PathVersion>) async -> String?
  /// Notes versions that the remote refuses, with its words: from now on they are kept here.
  package var refuse: @Sendable ([PathVersion: String]) async throws -> Void
  /// Has the objects of large files sent that the tip names and the remote's commit does not, and answers which versions
  /// must wait for theirs. Answers soon: what takes longer goes on, and `notify` tells of its end.
  package var unsent: @Sendable (_ tip: ObjectID, _ remote: ObjectID?) async throws -> UnsentObjects
  /// Mends what in the repository here may have kept git from its work, as its words sound; whether there was anything.
  package var mend: @Sendable (_ words: String) async -> Bool
  /// What a person decided about the question; nil while it is open. The engine asks before it raises one.
  package var answer: @Sendable (SyncQuestion) async -> SyncAnswer?
  /// Lists the question; the same one (by id) may be raised again and again.
  package var raise: @Sendable (SyncQuestion) async -> Void
  /// Takes the question with this id off the list: it was answered and done, or does not arise any more.
  package var withdraw: @Sendable (String) async -> Void
  /// The remote answered, and nothing about it is to be decided: questions of an earlier run do not arise any more.
  package var confirmed: @Sendable () async -> Void
  /// What Stet lays down in a new folder: a history of nothing else gives way to another one.
  package var template: [TemplateContent]
  /// Whether the remote had no branch yet when the person joined this folder to it: what others published since was
  /// meant for the same folder. Asked only where histories share nothing.
  package var joinedEmpty: @Sendable () async -> Bool
  /// Lets agents' writes wait until the next adoption, at most so long: they have moved the tip again and again while
  /// what is to be adopted was made.
  package var hold: @Sendable (Duration) async -> Void
  /// Whether what is here may be published at all.
  package var publication: @Sendable () async -> PublicationRule
  /// The remote could not be reached: what the exchange was started with may have changed.
  package var failed: @Sendable () async -> Void
  /// Tells what happened.
  package var publish: @Sendable (SyncEvent) -> Void
  /// Seconds since 1970.
  package var now: @Sendable () -> Int64
  /// A clock that never goes back.
  package var uptime: @Sendable () -> Duration
  /// Returns after the time, or throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a host.
  package init(
    tip: @escaping @Sendable () async -> ObjectID?, branch: @escaping @Sendable () async -> String,
    adopt: @escaping @Sendable (ObjectID, ObjectID?, Set<String>) async throws -> AdoptOutcome,
    refused: @escaping @Sendable () async throws -> Set<PathVersion>?,
    forbids: @escaping @Sendable (Set<PathVersion>) async -> String? = { _ in nil },
    refuse: @escaping @Sendable ([PathVersion: String]) async throws -> Void,
    unsent: @escaping @Sendable (ObjectID, ObjectID?) async throws -> UnsentObjects = { _, _ in UnsentObjects() },
    mend: @escaping @Sendable (String) async -> Bool,
    answer: @escaping @Sendable (SyncQuestion) async -> SyncAnswer?,
    raise: @escaping @Sendable (SyncQuestion) async -> Void,
    withdraw: @escaping @Sendable (String) async -> Void, template: [TemplateContent] = [],
    joinedEmpty: @escaping @Sendable () async -> Bool = { false },
    publish: @escaping @Sendable (SyncEvent) -> Void, now: @escaping @Sendable () -> Int64,
    uptime: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    hold: @escaping @Sendable (Duration) async -> Void = { _ in },
    confirmed: @escaping @Sendable () async -> Void = {},
    failed: @escaping @Sendable () async -> Void = {},
    publication: @escaping @Sendable () async -> PublicationRule = { .open }
  ) {
    self.failed = failed
    self.publication = publication
    self.confirmed = confirmed
    self.hold = hold
    self.tip = tip
    self.branch = branch
    self.adopt = adopt
    self.refused = refused
    self.forbids = forbids
    self.refuse = refuse
    self.unsent = unsent
    self.mend = mend
    self.answer = answer
    self.raise = raise
    self.withdraw = withdraw
    self.template = template
    self.joinedEmpty = joinedEmpty
    self.publish = publish
    self.now = now
    self.uptime = uptime
    self.sleep = sleep
  }
}
