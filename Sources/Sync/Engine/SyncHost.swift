package import GitObjects

/// The functions of the workspace that the exchange needs; every closure may be called at any time.
package struct SyncHost: Sendable {
  /// The recorder's tip; nil before the first commit.
  package var tip: @Sendable () async -> ObjectID?
  /// The branch that is exchanged, without `refs/heads/`.
  package var branch: @Sendable () async -> String
  /// Adopts a commit as the tip if the tip is still the expected one (F14). The files of `leaving` are not written;
  /// their content is read again.
  package var adopt:
    @Sendable (_ target: ObjectID, _ expecting: ObjectID?, _ leaving: Set<NameKey>) async throws -> AdoptOutcome
  /// Returns the versions that the remote is known to refuse; they are not published. nil if that is not known yet:
  /// then nothing is published, and the engine asks again.
  package var refused: @Sendable () async throws -> Set<PathVersion>?
  /// Returns the reason why commits that cannot be made without these versions must not be published; nil if they may
  /// be. The remote would refuse a refused version again, but it would accept a secret.
  package var forbids: @Sendable (Set<PathVersion>) async -> String?
  /// Records versions that the remote refuses, with its words: from now on they are held here.
  package var refuse: @Sendable ([PathVersion: String]) async throws -> Void
  /// Starts the upload of the objects that the tip names and the remote's commit does not, and returns the versions
  /// that must wait for theirs. Returns soon: a longer upload continues and calls `notify` at its end.
  package var unsent: @Sendable (_ tip: ObjectID, _ remote: ObjectID?) async throws -> UnsentObjects
  /// Repairs damage in the local repository that may have caused git's failure, judged by its words; returns whether it
  /// repaired anything.
  package var mend: @Sendable (_ words: String) async -> Bool
  /// Returns the person's answer to a question; nil while it is open. The engine asks before it raises a question.
  package var answer: @Sendable (SyncQuestion) async -> SyncAnswer?
  /// Lists a question; the same one (by id) may be raised again and again.
  package var raise: @Sendable (SyncQuestion) async -> Void
  /// Removes the question with this id: its answer was applied, or it no longer arises.
  package var withdraw: @Sendable (String) async -> Void
  /// Reports that the remote answered and no question about it is open: those of an earlier run no longer arise.
  package var confirmed: @Sendable () async -> Void
  /// The files that Stet creates in a new folder: a history of nothing else is replaced by another one.
  package var template: [TemplateContent]
  /// Returns whether the remote had no branch yet when the person joined this folder to it: commits that others
  /// published since belong to the same folder. Called only if the histories share nothing.
  package var joinedEmpty: @Sendable () async -> Bool
  /// Makes agents' writes wait until the next adoption, at most for the given time: they moved the tip again and again
  /// while a commit for adoption was made.
  package var hold: @Sendable (Duration) async -> Void
  /// Returns whether the content here may be published at all.
  package var publication: @Sendable () async -> PublicationRule
  /// Reports that the remote could not be reached: the settings of the exchange may have changed.
  package var failed: @Sendable () async -> Void
  /// Gives a graph the names of commits that git made, as this folder knows them.
  package var prepare: @Sendable (CommitGraph) -> Void
  /// Publishes an event.
  package var publish: @Sendable (SyncEvent) -> Void
  /// Returns the seconds since 1970.
  package var now: @Sendable () -> Int64
  /// Returns the time of a clock that never goes back.
  package var uptime: @Sendable () -> Duration
  /// Returns after the given time, or throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a host.
  package init(
    tip: @escaping @Sendable () async -> ObjectID?, branch: @escaping @Sendable () async -> String,
    adopt: @escaping @Sendable (ObjectID, ObjectID?, Set<NameKey>) async throws -> AdoptOutcome,
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
    prepare: @escaping @Sendable (CommitGraph) -> Void = { _ in },
    publication: @escaping @Sendable () async -> PublicationRule = { .open }
  ) {
    self.failed = failed
    self.prepare = prepare
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

/// The result of an adoption by the recorder.
package enum AdoptOutcome: Hashable, Sendable {
  /// Work tree and tip are at the commit, or further: content displaced by the adoption is recorded on top of it.
  case adopted
  /// The tip was not the expected one; nothing was changed. Plan again.
  case tipMoved
}

/// The unpublished versions that name objects of large files that the remote lacks.
package struct UnsentObjects: Hashable, Sendable {
  /// The versions whose objects are uploaded first.
  package var versions: Set<PathVersion>
  /// The reason why they are not uploaded at the moment; nil while they are.
  package var problem: String?

  /// Makes a list; an empty one means that the remote has every object.
  package init(_ versions: Set<PathVersion> = [], problem: String? = nil) {
    self.versions = versions
    self.problem = problem
  }
}

/// The permission to publish the content recorded here.
package enum PublicationRule: Hashable, Sendable {
  /// It may be published.
  case open
  /// A person must agree first; the address of the remote in the form for people.
  case asks(address: String)
  /// A person wants it to stay here.
  case closed
}
