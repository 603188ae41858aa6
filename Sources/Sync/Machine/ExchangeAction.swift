internal import GitObjects

/// An action that the engine carries out.
enum ExchangeAction: Hashable, Sendable {
  /// End the pause.
  case wake
  /// Wait for this time, or until woken if there is none.
  case pause(Duration?)
  /// Start the listener, after a delay if it ended before.
  case listen(after: Duration?)
  /// Stop the listener.
  case stopListening
  /// Ask the host for the branch.
  case findBranch(isFirst: Bool)
  /// Fetch the branch.
  case fetch(String)
  /// Find out the state of both sides.
  case survey(holdsWrites: Bool)
  /// Carry out a step.
  case step(ExchangeStep)
  /// Answer a caller; nil if both sides are equal.
  case answer(Int, SyncBarrierError?)
  /// Publish an event.
  case publish(SyncEvent)
  /// List a question.
  case raise(SyncQuestion)
  /// Remove a question.
  case withdraw(String)
  /// Note that no question about the remote is open.
  case noteAgreement
  /// Note that the remote could not be reached.
  case noteFailure
}

/// One step of a round, after which the next one is planned from the state at that time.
enum ExchangeStep: Hashable, Sendable {
  /// Add another machine's commits to the tip.
  case take(inbox: ObjectID, over: ObjectID)
  /// Publish the tip, or the part of it that waits for no objects.
  case publish(ObjectID)
  /// Move the tip to the remote's commit.
  case adopt(over: ObjectID?)
  /// Combine the tip with the remote's commit.
  case merge(ObjectID)
  /// Ask the person a question, or apply the answer.
  case ask(SyncQuestion.Kind, tip: ObjectID?)
  /// Ask the person whether the folder may be published.
  case askToPublish(ObjectID, address: String)
}
