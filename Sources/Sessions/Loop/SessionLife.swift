internal import Models

/// The steps by which a person resumes, pauses and ends a session. Pure.
package enum SessionLife {
  /// The reason of an answer that broke off because a person paused the session.
  package static let pauseReason = "the session was paused"

  /// Returns the steps of a session that begins.
  package static func beginning(_ plan: SessionPlan) -> [SessionStep] {
    [.message(.init(.user, plan.prompt)), .moved(.running)]
  }

  /// Returns the steps that make a session run.
  ///
  /// - Parameters:
  ///   - answer: the answer to the open question; nil for none.
  ///   - person: the person of another machine who answered, as `Name <address>`; nil for the person of this one.
  /// - Throws: `ResumeRefusal`.
  package static func resume(
    _ record: SessionRecord, answer: String? = nil, by person: String? = nil
  ) throws(ResumeRefusal) -> [SessionStep] {
    guard !record.state.isFinal else { throw .ended(record.state) }
    var steps: [SessionStep] = []
    // The process was killed, so that nobody logged the end of the answer and the pause.
    steps += broken(record, "the session was interrupted")
    if record.state == .running { steps.append(.moved(.backgrounded)) }
    guard let question = record.question else {
      if answer != nil { throw .noQuestion }
      return (record.messages.isEmpty ? [.message(.init(.user, record.plan.prompt))] : []) + steps + [.moved(.running)]
    }
    guard let answer else {
      // The person may have answered in the list of questions.
      guard question.kind == .permission else { throw .unanswered(question) }
      return steps + [.answered(id: question.id, text: ""), .moved(.running)]
    }
    guard let word = question.word(answer) else { throw .wrong(question, answer) }
    steps += [.answered(id: question.id, text: word, person: person), .moved(.running)]
    if question.kind == .budget {
      steps.append(
        word == "stop" ? .moved(.failed("stopped at its budget")) : .limited(BudgetCheck.extended(record)))
    }
    return steps
  }

  /// Returns the steps of a running session that cannot work, for a reason that a person can change.
  package static func hindered(_ reason: String) -> [SessionStep] { [.cut(reason), .moved(.backgrounded)] }

  /// Returns the steps by which a machine takes a session over.
  ///
  /// A call whose arguments had a secret is not carried out: the secret did not travel.
  ///
  /// - Parameters:
  ///   - machine: the machine's name for people.
  ///   - mark: random digits, which no other machine takes.
  ///   - redaction: the text in place of a secret.
  package static func takeOver(
    _ record: SessionRecord, machine: String, mark: String, redaction: String
  ) -> [SessionStep] {
    // The answer to a question of the model ends its call; after any other question the call is carried out.
    let answered = record.question.flatMap { $0.kind == .model ? $0.id : nil }
    let incomplete = record.pending.filter { $0.call.input.contains(redaction) && $0.id != answered }
    return [.taken(machine: machine, mark: mark)]
      + incomplete.map { call in
        .ended(
          CallOutcome(
            id: call.id,
            text: "Not carried out on this machine: the arguments had a secret, which does not leave the machine "
              + "that made the call. If it was carried out there, its effect is in the files.", isError: true))
      }
  }

  /// Returns the steps that pause a session; empty if it is paused.
  package static func pause(_ record: SessionRecord, _ reason: String) -> [SessionStep] {
    guard record.state.allows(.backgrounded) else { return [] }
    return broken(record, reason) + [.moved(.backgrounded)]
  }

  /// Returns the steps of an answer whose end nobody logged; empty without one.
  static func broken(_ record: SessionRecord, _ reason: String) -> [SessionStep] {
    record.isSent ? [.spent(lost(record)), .cut(reason)] : []
  }

  /// Returns the estimated use of an answer whose end is not known. The provider may charge for it, so that the request
  /// and the logged part of the answer are booked.
  static func lost(_ record: SessionRecord) -> CallSpending {
    let estimate =
      record.estimate
      ?? CallEstimate(
        model: "", input: TokenEstimate.tokens(of: ModelRequest(messages: ContextRule.messages(record))))
    return estimate.spending(output: TokenEstimate.tokens(bytes: record.partial.utf8.count))
  }

  /// Returns the steps that end a session for ever; empty if it has ended.
  package static func cancel(_ record: SessionRecord) -> [SessionStep] {
    let reason = SessionState.cancelReason
    let path = record.state.path(to: .failed) ?? []
    return broken(record, reason) + path.map { .moved(SessionState($0, reason: reason)) }
  }
}

/// The reason why a session is not resumed.
package enum ResumeRefusal: Error, Hashable, Sendable {
  /// The session has ended.
  case ended(SessionState)
  /// The question needs an answer, one of its choices if it has any.
  case unanswered(SessionQuestion)
  /// The answer is none of the question's choices.
  case wrong(SessionQuestion, String)
  /// There is no question to answer.
  case noQuestion
}
