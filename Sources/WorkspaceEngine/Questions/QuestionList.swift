internal import FileSystem
internal import FoundationEssentials
internal import WorkspaceAPI

internal import History
internal import LocalState
internal import Sync

/// What a person must decide beside the conflicts, which the history tells (`OpenConflicts`).
///
/// Each question is found again by whoever raised it when the daemon starts anew. What was open at the stop is kept, so
/// that one which is still open then is nothing new: it keeps its time, an answer that was not carried out yet counts,
/// and nobody is told of it again.
final class QuestionList: Sendable {
  /// For so long after the start a question of the earlier run is taken for the same one, in nanoseconds: as long as
  /// deletions are counted together.
  static let memory: Int64 = 600_000_000_000

  private struct State: Equatable {
    var open: [String: QuestionReport] = [:]
    /// What was open at the last stop and has not been raised again.
    var earlier: [String: QuestionReport] = [:]
  }

  private let state: StoredTable<State>
  private let time: any TimeSource
  private let events: EventHub
  private let begun: Int64

  /// Makes a list of what was open at the last stop, in `.git/stet/questions.json`: for the next start, never for anybody
  /// to edit. What cannot be read or kept is asked again.
  ///
  /// - Parameter tree: the folder's files; nil keeps nothing.
  init(time: any TimeSource, events: EventHub, tree: (any FileTree)? = nil) {
    self.time = time
    self.events = events
    let begun = time.now().monotonic
    self.begun = begun
    state = StoredTable(StoredFile("questions.json"), in: tree, limit: 1 << 20, .volatile) { bytes in
      let kept = bytes.flatMap { try? JSONDecoder().decode([QuestionReport].self, from: Data($0)) } ?? []
      return State(earlier: Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
    } encode: { state in
      // Of the earlier run what was not looked at yet.
      let isRecent = time.now().monotonic - begun < Self.memory
      let kept = (isRecent ? Array(state.earlier.values) : []) + state.open.values
      return kept.isEmpty ? nil : StoredFile.json(kept.sorted { $0.id < $1.id })
    }
  }

  /// Lists a question; one with this id that is open already keeps its time and its answer and is told nobody again.
  func raise(_ subject: QuestionSubject) {
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

  /// Takes a question off the list: it was answered and that is done, or it does not arise any more.
  func withdraw(_ id: String) {
    let gone = state.changeAtOnce { state in
      [state.open.removeValue(forKey: id), state.earlier.removeValue(forKey: id)].compactMap(\.self).first
    }
    guard let gone, gone.answered == nil else { return }
    events.publish(.withdrawn, "no longer a question: \(gone.seen)", id: gone.id, kind: gone.kind)
  }

  /// Takes all questions of a kind off the list, except the one with an id.
  func withdraw(kind: String, except id: String? = nil) {
    let ids = state.look { state in
      let all = [state.open, state.earlier].flatMap(\.values)
      return Set(all.filter { $0.kind == kind && $0.id != id }.map(\.id)).sorted()
    }
    for id in ids { withdraw(id) }
  }

  /// The remote was asked for the first time: what was a question about it in the earlier run, and is none now, does not
  /// arise any more.
  ///
  /// - Parameter id: the one question that there is about it; nil for none.
  func forget(except id: String?) {
    let ids = state.look { state in
      state.earlier.values.filter { $0.isRemote && $0.id != id }.map(\.id).sorted()
    }
    for id in ids { withdraw(id) }
  }

  /// When questions of the earlier run that were not raised again are no longer waited for, monotonic nanoseconds; nil
  /// where there are none. Those about the remote wait until it answers (`forget`).
  var expiry: Int64? {
    state.look { $0.earlier.values.contains { !$0.isRemote } } ? begun + Self.memory : nil
  }

  /// Tells of what is no longer waited for that it is no question any more.
  func expire() {
    guard !isRecent else { return }
    let ids = state.look { $0.earlier.values.filter { !$0.isRemote }.map(\.id).sorted() }
    for id in ids { withdraw(id) }
  }

  /// Takes a person's answer.
  ///
  /// - Throws: `VerbError`, `.notFound` where no such question is open, `.usage` where the word is none of its answers.
  func answer(_ id: String, word: String) throws(VerbError) -> QuestionReport {
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

  /// The error for an id that no open question has.
  static func unknown(_ id: String) -> VerbError {
    VerbError(.notFound, "no question \(id) is open", next: "see 'stet questions'")
  }

  /// The error for a word that does not answer a question.
  static func noAnswer(_ word: String, to id: String, _ words: [String]) -> VerbError {
    VerbError(
      .usage, "'\(word)' is no answer to \(id)", next: "answer '\(words.joined(separator: "' or '"))'")
  }

  /// The answer that was given and not yet carried out; one of the earlier run only where all that was said is the same.
  func givenAnswer(to subject: QuestionSubject) -> String? {
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

  /// What is open, oldest first.
  var open: [QuestionReport] {
    state.look { $0.open.values.sorted { ($0.since, $0.id) < ($1.since, $1.id) } }
  }

  private var isRecent: Bool { time.now().monotonic - begun < Self.memory }
}

extension QuestionReport {
  /// Whether it is about the remote, whichever machines its answer counts on.
  fileprivate var isRemote: Bool {
    let here: [SyncQuestion.Kind] = [.folderEmptied, .unmetBranch, .firstPublication]
    return scope == .remote || here.contains { $0.rawValue == id }
  }
}
