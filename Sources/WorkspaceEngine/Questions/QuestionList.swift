internal import History
internal import Synchronization

/// What a person must decide beside the conflicts, which the history tells (`OpenConflicts`).
///
/// Kept in memory: each question is found again by whoever raised it when the daemon starts anew.
final class QuestionList: Sendable {
  private struct State {
    var open: [String: QuestionReport] = [:]
  }

  private let state = Mutex(State())
  private let time: any TimeSource
  private let events: EventHub

  /// Makes an empty list.
  init(time: any TimeSource, events: EventHub) {
    self.time = time
    self.events = events
  }

  /// Lists a question; one with this id that is open already keeps its time and its answer and is told nobody again.
  func raise(_ subject: QuestionSubject) {
    var report = subject.report(since: TimeText.iso8601(time.now()))
    let isNew = state.withLock { state in
      let known = state.open[report.id]
      report.since = known?.since ?? report.since
      report.answered = known?.answered
      state.open[report.id] = report
      return known == nil
    }
    if isNew { events.publish(.question, report.seen, id: report.id, kind: report.kind) }
  }

  /// Takes a question off the list: it was answered and that is done, or it does not arise any more.
  func withdraw(_ id: String) {
    let gone = state.withLock { $0.open.removeValue(forKey: id) }
    guard let gone, gone.answered == nil else { return }
    events.publish(.withdrawn, "no longer a question: \(gone.seen)", id: gone.id, kind: gone.kind)
  }

  /// Takes a person's answer.
  ///
  /// - Throws: `VerbError`, `.notFound` where no such question is open, `.usage` where the word is none of its answers.
  func answer(_ id: String, word: String) throws(VerbError) -> QuestionReport {
    let found: (report: QuestionReport?, isAnswer: Bool) = state.withLock { state in
      guard let report = state.open[id] else { return (nil, false) }
      guard report.answers.contains(where: { $0.word == word }) else { return (report, false) }
      state.open[id]?.answered = word
      return (state.open[id], true)
    }
    guard let report = found.report else { throw Self.unknown(id) }
    guard found.isAnswer else { throw Self.noAnswer(word, to: report.id, report.answers.map(\.word)) }
    events.publish(
      .answered, "'\(word)' was answered to: \(report.seen)", id: report.id, kind: report.kind, answer: word)
    return report
  }

  /// The error for an id that no open question has.
  static func unknown(_ id: String) -> VerbError {
    VerbError(.notFound, "no question \(id) is open", next: "see 'stet questions'")
  }

  /// The error for a word that does not answer a question.
  static func noAnswer(_ word: String, to id: String, _ words: [String]) -> VerbError {
    VerbError(
      .usage, "'\(word)' is no answer to \(id)", next: "answer '\(words.joined(separator: "' or '"))'")
  }

  /// The answer that was given and not yet carried out.
  func givenAnswer(to id: String) -> String? { state.withLock { $0.open[id]?.answered } }

  /// What is open, oldest first.
  var open: [QuestionReport] {
    state.withLock { $0.open.values.sorted { ($0.since, $0.id) < ($1.since, $1.id) } }
  }
}
