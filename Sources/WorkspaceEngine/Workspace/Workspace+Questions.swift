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
    var reports: [ConflictReport] = []
    var seen: Set<String> = []
    for found in try await foundConflicts(at: tip) {
      guard await queue.isOpen(found.conflict, since: found.commit), seen.insert(found.conflict.id).inserted else {
        continue
      }
      let conflict = found.conflict
      let authors = await queue.authors(of: conflict, at: found.commit)
      reports.append(
        ConflictReport(
          id: conflict.id, path: conflict.path, base: conflict.base, kept: conflict.kept, keptAuthor: authors.kept,
          other: conflict.other, otherAuthor: authors.other, commit: found.commit, time: found.time))
    }
    return reports
  }

  /// All that merges in the tip's history could not bring together, newest first.
  ///
  /// History is read whole once; from then on only what the tip has more, so that the status costs what is new (C12).
  private func foundConflicts(at tip: ObjectID) async throws(VerbError) -> [FoundConflict] {
    let known = conflictTable.withLock { $0 }
    if let known, known.tip == tip { return known.found }
    var isGrown = false
    if let known { isGrown = await queue.isAncestor(known.tip, of: tip) }
    let older = isGrown ? known : nil
    var arguments = [
      "log", "--format=%x1e%H%x1f%ad%x1f%B", "--date=iso-strict", "-F", "--grep=Stet-Conflict: ", tip.hex,
    ]
    if let older { arguments.append("^\(older.tip.hex)") }
    let found = FoundConflict.read(try await git.run(arguments + ["--"])) + (older?.found ?? [])
    conflictTable.withLock { $0 = (tip, found) }
    return found
  }
}
