internal import Documents
internal import GitObjects
internal import Merge

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

  /// Open conflicts: recorded by a merge, and neither version has been changed since.
  package func conflicts() async throws(VerbError) -> [ConflictReport] {
    guard let tip = await queue.tip else { return [] }
    let output = try await git.run([
      "log", "--format=%x1e%H%x1f%ad%x1f%B", "--date=iso-strict", "-F",
      "--grep=Stet-Conflict: ", tip.hex,
    ])
    var reports: [ConflictReport] = []
    var seen: Set<String> = []
    for record in output.split(separator: 0x1e) {
      let fields = record.split(separator: 0x1f, maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let commit = ObjectID(hex: String(decoding: fields[0], as: UTF8.self)) else { continue }
      let message = CommitMessage(parsing: String(decoding: fields[2], as: UTF8.self))
      for trailer in message.conflicts {
        guard let conflict = Conflict(trailer: trailer), seen.insert(conflict.id).inserted else { continue }
        guard await queue.isOpen(conflict, since: commit) else { continue }
        let authors = await queue.authors(of: conflict, at: commit)
        reports.append(
          ConflictReport(
            id: conflict.id, path: conflict.path, base: conflict.base, kept: conflict.kept, keptAuthor: authors.kept,
            other: conflict.other, otherAuthor: authors.other, commit: commit,
            time: String(decoding: fields[1], as: UTF8.self)))
      }
    }
    return reports
  }
}
