extension Workspace {
  /// What a person must decide.
  package func questions() async throws(VerbError) -> [QuestionReport] { questionList.open }

  /// Answers a question; an agent cannot.
  package func answer(_ request: AnswerRequest) async throws(VerbError) -> QuestionReport {
    guard request.caller.agent == nil else {
      throw VerbError(
        .refused, "A question is answered by a person, never by an agent.", kept: "Nothing was changed.",
        next: "Ask the person to run 'stet questions'.")
    }
    let report = try questionList.answer(request.id, word: request.word)
    try await queue.answer(request.id, word: request.word)
    if let engine = exchange.withLock({ $0?.engine }) { await engine.look() }
    return report
  }
}
