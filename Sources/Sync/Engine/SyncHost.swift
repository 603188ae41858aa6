package import GitObjects

/// The functions of the workspace that the exchange needs: its recorder, its questions to the person, its settings.
///
/// Every function may be called at any time. The workspace's own host and those of tests pass one conformance suite,
/// `SyncHostRule` in `TestSupport`.
package protocol SyncHost: Sendable {
  /// The files that Stet creates in a new folder: a history of nothing else is replaced by another one.
  var template: [TemplateContent] { get }

  /// Returns the recorder's tip; nil before the first commit.
  func tip() async -> ObjectID?

  /// Returns the branch that is exchanged, without `refs/heads/`.
  func branch() async -> String

  /// Adopts a commit as the tip if the tip is still the expected one (F14).
  ///
  /// - Parameter leaving: the paths whose files are not written; their content is read again.
  func adopt(_ target: ObjectID, expecting: ObjectID?, leaving: Set<NameKey>) async throws -> AdoptOutcome

  /// Makes agents' writes wait until the next adoption, at most for the given time: they moved the tip again and again
  /// while a commit for adoption was made.
  func hold(_ limit: Duration) async

  /// Returns the versions that the remote is known to refuse; they are not published. nil if that is not known yet:
  /// then nothing is published, and the engine asks again at once.
  ///
  /// - Throws: the reason if it cannot be found out: nothing is published, and the engine asks again after a pause.
  func refused() async throws -> Set<PathVersion>?

  /// Returns the reason why commits that cannot be made without these versions must not be published; nil if they may
  /// be. The remote would refuse a refused version again, but it would accept a secret.
  func forbids(_ versions: Set<PathVersion>) async -> String?

  /// Records versions that the remote refuses, with its words: from now on they are held here.
  func refuse(_ versions: [PathVersion: String]) async throws

  /// Starts the upload of the objects that the tip names and the remote's commit does not, and returns the versions
  /// that must wait for theirs. Returns soon: a longer upload continues and calls `notify` at its end.
  func unsent(of tip: ObjectID, over remote: ObjectID?) async throws -> UnsentObjects

  /// Returns whether the content here may be published at all.
  func publication() async -> PublicationRule

  /// Returns whether the remote had no branch yet when the person joined this folder to it: commits that others
  /// published since belong to the same folder. Called only if the histories share nothing.
  func joinedEmpty() async -> Bool

  /// Repairs damage in the local repository that may have caused git's failure, judged by its words; returns whether it
  /// repaired anything.
  func mend(_ words: String) async -> Bool

  /// Gives a graph the names of commits that git made, as this folder knows them.
  func prepare(_ graph: CommitGraph)

  /// Returns the person's answer to a question; nil while it is open. The engine asks before it raises a question.
  func answer(to question: SyncQuestion) async -> SyncAnswer?

  /// Lists a question; the same one (by id) may be raised again and again.
  func raise(_ question: SyncQuestion) async

  /// Removes the question with this id: its answer was applied, or it no longer arises.
  func withdraw(_ id: String) async

  /// Notes that the remote answered and no question about it is open: those of an earlier run no longer arise.
  func noteAgreement() async

  /// Notes that the remote could not be reached: the settings of the exchange may have changed.
  func noteFailure() async

  /// Publishes an event.
  func publish(_ event: SyncEvent)
}

/// The clock of an exchange.
package protocol SyncClock: Sendable {
  /// Returns the seconds since 1970.
  func seconds() -> Int64

  /// Returns the time of a clock that never goes back.
  func uptime() -> Duration

  /// Returns after the given time.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func wait(_ time: Duration) async throws
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
