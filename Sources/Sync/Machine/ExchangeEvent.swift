internal import GitObjects

/// An event of the exchange.
enum ExchangeEvent: Hashable, Sendable {
  /// Nothing is going on, or a pause is over.
  case resumed
  /// Something happened outside of a round.
  case signal(ExchangeSignal)
  /// A running step learned something.
  case fact(ExchangeFact)
  /// The branch is known; nil if it is that of the last step.
  case onBranch(KnownRemote.Notes?)
  /// The remote answered a fetch.
  case fetched(FetchAnswer)
  /// The state of both sides is known.
  case surveyed(Survey)
  /// A step is done.
  case stepped(StepEnd)
  /// The round cannot go on.
  case ended(RoundEnd)
}

/// An event from outside, which may come at any time.
enum ExchangeSignal: Hashable, Sendable {
  /// The recorder moved the tip.
  case tipMoved
  /// The remote may have moved, or may answer again.
  case look
  /// The listener reports an event.
  case heard(HearingEvent)
  /// The listener ended by itself.
  case listenerEnded
  /// A caller waits until both sides are equal; its number.
  case waits(Int)
  /// The timeout of a caller passed.
  case expired(Int)
  /// The exchange is being shut down.
  case stopped
}

/// Knowledge that a running step gained.
enum ExchangeFact: Hashable, Sendable {
  /// Something is about to be sent or received.
  case begins
  case fetchFailed
  /// A push of this commit began.
  case pushBegan(ObjectID?)
  /// The push ended without an answer.
  case pushFailed
  /// The remote answered the push.
  case pushed(PushAnswer)
  /// This commit of the remote's branch was recorded; it may lose it only if a person agrees.
  case recorded(ObjectID?)
  /// The person's decision to leave the branch deleted was recorded, or withdrawn.
  case leavesDeleted(Bool)
  /// The person wants the commits that the remote lost back.
  case restoresLost
  /// The recorded notes were read again.
  case reread(KnownRemote.Notes)
  /// The recorder adopted a commit.
  case adopted(from: ObjectID?, to: ObjectID, conflicts: Int)
  /// The tip had moved before the adoption.
  case missed
  /// The number of files that the unpublished commits delete.
  case deletes(Int)
  /// A search for refused content published the rest.
  case found
  /// The remote accepted no part of the commits.
  case vain(isLone: Bool)
}
