internal import History
internal import Synchronization

/// The one list of what a person must decide.
///
/// Kept in memory: each question is found again by whoever raised it when the daemon starts anew.
final class QuestionList: Sendable {
  private struct State {
    var open: [String: QuestionReport] = [:]
    var answers: [String: String] = [:]
  }

  private let state = Mutex(State())
  private let time: any TimeSource
  private let events: EventHub

  /// Makes an empty list.
  init(time: any TimeSource, events: EventHub) {
    self.time = time
    self.events = events
  }

  /// Lists a question; one with this id that is open already keeps its time and is told nobody again.
  func raise(id: String, kind: String, seen: String, untouched: String, answers: [QuestionAnswer]) {
    let since = TimeText.iso8601(time.now())
    let isNew = state.withLock { state in
      defer {
        state.open[id] = QuestionReport(
          id: id, kind: kind, seen: seen, untouched: untouched, answers: answers,
          since: state.open[id]?.since ?? since)
      }
      return state.open[id] == nil
    }
    if isNew { events.publish("question", seen) }
  }

  /// Takes a question off the list.
  func withdraw(_ id: String) {
    state.withLock { state in
      state.open[id] = nil
      state.answers[id] = nil
    }
  }

  /// Takes a person's answer.
  ///
  /// - Throws: `VerbError`, `.notFound` where no such question is open, `.usage` where the word is none of its answers.
  func answer(_ id: String, word: String) throws(VerbError) -> QuestionReport {
    let found: (report: QuestionReport?, isAnswer: Bool) = state.withLock { state in
      guard let report = state.open[id] else { return (nil, false) }
      guard report.answers.contains(where: { $0.word == word }) else { return (report, false) }
      state.answers[id] = word
      return (report, true)
    }
    guard let report = found.report else {
      throw VerbError(.notFound, "no question \(id) is open", next: "see 'stet questions'")
    }
    guard found.isAnswer else {
      let words = report.answers.map(\.word).joined(separator: "' or '")
      throw VerbError(.usage, "'\(word)' is no answer to \(id)", next: "answer '\(words)'")
    }
    return report
  }

  /// The answer that was given and not yet carried out.
  func givenAnswer(to id: String) -> String? { state.withLock { $0.answers[id] } }

  /// What is open, oldest first.
  var open: [QuestionReport] {
    state.withLock { $0.open.values.sorted { ($0.since, $0.id) < ($1.since, $1.id) } }
  }
}
