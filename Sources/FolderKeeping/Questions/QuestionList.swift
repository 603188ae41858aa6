package import FileSystem
internal import FoundationEssentials
package import WorkspaceAPI

internal import LocalState
internal import Sync
internal import Threads
package import WorkTree

/// The open questions to the person, except conflicts, which `OpenConflicts` reads from the history.
///
/// After a restart of the daemon each question is raised again by its source. The open questions of the earlier run are
/// kept, so that such a question is not new: it keeps its time, an answer that was not carried out yet still counts,
/// and no second event is published.
package final class QuestionList: Sendable {
  /// The time after the start in which a question of the earlier run counts as the same one, in nanoseconds: equal to
  /// the time in which deletions are counted together.
  package static let memory: Int64 = 600_000_000_000

  private struct State: Equatable {
    var open: [String: QuestionReport] = [:]
    /// The questions that were open at the last stop and were not raised again.
    var earlier: [String: QuestionReport] = [:]
  }

  private let state: StoredTable<State>
  private let time: any TimeSource
  private let events: EventHub
  private let begun: Int64

  /// Makes a list with the questions that were open at the last stop, from `.git/stet/questions.json`.
  ///
  /// The file is for the next start and not for editing. Questions that cannot be read or stored are asked again.
  ///
  /// - Parameter tree: the folder's files; nil stores nothing.
  package init(time: any TimeSource, events: EventHub, tree: (any FileTree)? = nil) {
    self.time = time
    self.events = events
    let begun = time.now().monotonic
    self.begun = begun
    state = StoredTable(StoredFile("questions.json"), in: tree, limit: 1 << 20, .volatile) { bytes in
      let kept = bytes.flatMap { try? JSONDecoder().decode([QuestionReport].self, from: Data($0)) } ?? []
      return State(earlier: Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
    } encode: { state in
      // Questions of the earlier run are stored only while they still count.
      let isRecent = time.now().monotonic - begun < Self.memory
      let kept = (isRecent ? Array(state.earlier.values) : []) + state.open.values
      return kept.isEmpty ? nil : StoredFile.json(kept.sorted { $0.id < $1.id })
    }
  }

  /// Calls a function of the list on a thread, for callers on the cooperative pool: each change writes the file.
  ///
  /// - Throws: errors of the function.
  package func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (QuestionList) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await onThread("stet.questions") { () throws(Failure) in try body(self) }
  }

  /// Adds a question; an open question with the same id keeps its time and its answer and publishes no second event.
  package func raise(_ subject: QuestionSubject) {
    var report = subject.report(since: time.now().iso8601)
    let isRecent = isRecent
    let isNew = state.changeAtOnce { state in
      let earlier = state.earlier.removeValue(forKey: report.id)
      let known = state.open[report.id] ?? (isRecent ? earlier : nil)
      report.since = known?.since ?? report.since
      report.answered = known?.answered
      state.open[report.id] = report
      return known == nil
    }
    if isNew { events.publish(.question, report.seen, id: report.id, kind: report.kind) }
  }

  /// Removes a question that was answered and carried out, or that no longer arises.
  package func withdraw(_ id: String) {
    let gone = state.changeAtOnce { state in
      [state.open.removeValue(forKey: id), state.earlier.removeValue(forKey: id)].compactMap(\.self).first
    }
    guard let gone, gone.answered == nil else { return }
    events.publish(.withdrawn, "no longer a question: \(gone.seen)", id: gone.id, kind: gone.kind)
  }

  /// Removes all questions of a kind, except the one with an id.
  package func withdraw(kind: String, except id: String? = nil) {
    let ids = state.look { state in
      let all = [state.open, state.earlier].flatMap(\.values)
      return Set(all.filter { $0.kind == kind && $0.id != id }.map(\.id)).sorted()
    }
    for id in ids { withdraw(id) }
  }

  /// Removes questions of the earlier run about the remote that no longer arise; called after the first answer from the
  /// remote.
  ///
  /// - Parameter id: the only current question about the remote; nil for none.
  package func forget(except id: String?) {
    let ids = state.look { state in
      state.earlier.values.filter { $0.isRemote && $0.id != id }.map(\.id).sorted()
    }
    for id in ids { withdraw(id) }
  }

  /// The time at which questions of the earlier run that were not raised again expire, in monotonic nanoseconds; nil
  /// for none. Questions about the remote do not expire; `forget` removes them.
  var expiry: Int64? {
    state.look { $0.earlier.values.contains { !$0.isRemote } } ? begun + Self.memory : nil
  }

  /// Removes expired questions of the earlier run and publishes that they no longer arise.
  package func expire() {
    guard !isRecent else { return }
    let ids = state.look { $0.earlier.values.filter { !$0.isRemote }.map(\.id).sorted() }
    for id in ids { withdraw(id) }
  }

  /// Records a person's answer.
  ///
  /// - Throws: `VerbError`: `.notFound` if no question with this id is open, `.usage` if the word is not among its
  ///   answers.
  package func answer(_ id: String, word: String) throws(VerbError) -> QuestionReport {
    let found: (report: QuestionReport?, isAnswer: Bool) = state.changeAtOnce { state in
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

  /// Removes the answer from a question that is still open, because it could not be carried out.
  package func takeBack(_ id: String) {
    state.changeAtOnce { state in state.open[id]?.answered = nil }
  }

  /// Returns the error for an id without an open question.
  package static func unknown(_ id: String) -> VerbError {
    VerbError(.notFound, "no question \(id) is open", next: "see 'stet questions'")
  }

  /// Returns the error for a word that is no answer to a question.
  package static func noAnswer(_ word: String, to id: String, _ words: [String]) -> VerbError {
    VerbError(
      .usage, "'\(word)' is no answer to \(id)", next: "answer '\(words.joined(separator: "' or '"))'")
  }

  /// Returns the answer that was given and not carried out yet; an answer from the earlier run counts only if the text
  /// of the question is the same.
  package func givenAnswer(to subject: QuestionSubject) -> String? {
    let report = subject.report(since: "")
    let isRecent = isRecent
    return state.look { state in
      if let open = state.open[report.id] { return open.answered }
      guard isRecent, let earlier = state.earlier[report.id], earlier.seen == report.seen,
        earlier.untouched == report.untouched
      else { return nil }
      return earlier.answered
    }
  }

  /// The open questions, oldest first.
  package var open: [QuestionReport] {
    state.look { $0.open.values.sorted { ($0.since, $0.id) < ($1.since, $1.id) } }
  }

  private var isRecent: Bool { time.now().monotonic - begun < Self.memory }
}

extension QuestionReport {
  /// Whether the question is about the remote, whatever the scope of its answer.
  fileprivate var isRemote: Bool {
    let here: [SyncQuestion.Kind] = [.folderEmptied, .unmetBranch, .firstPublication]
    return scope == .remote || here.contains { $0.rawValue == id }
  }
}
