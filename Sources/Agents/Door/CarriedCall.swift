internal import GitObjects
internal import Synchronization
internal import WorkspaceAPI

/// One call of an agent's session, whose beginning and end go with the requests of its tool: a write is one request to
/// the daemon instead of three.
///
/// A tool with `AgentTool.carriesCall(_:)` gives its first change and its last request a step; the server reports the
/// rest by itself.
package final class CarriedCall: Sendable {
  private struct State {
    var hasBegun = false
    var report = CallReport()
    var earlier: CallBeginning?
  }

  private let since: ObjectID?
  private let state = Mutex(State())

  /// Creates a call of a session; `since` is the tip of the session's last report.
  init(since: ObjectID?) { self.since = since }

  /// Whether the daemon knows that the call is in progress.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// The answer to an earlier, equal call.
  var earlier: CallBeginning? { state.withLock { $0.earlier } }

  /// Others' changes, and the tip of the session's report before; nil if the call has not ended yet.
  var end: (news: ChangesReport, reportedBefore: ObjectID?)? {
    state.withLock { state in state.report.news.map { ($0, state.report.reportedBefore) } }
  }

  /// Returns the step of a change; `answer` is the call's answer if the call ends with the change.
  func change(answer: String?) -> CallStep {
    CallStep(begins: !hasBegun, ends: answer != nil, answer: answer, since: since)
  }

  /// The step of a read that is the whole call.
  var read: CallStep { CallStep(begins: false, ends: true, since: since) }

  /// Stores the report in the result of a read.
  func note(_ result: ReadResult) { note(result.call) }

  /// Stores the report in the receipt of a change.
  ///
  /// - Throws: `ToolFailure` if an equal call was made before; the server answers it.
  func note(_ receipt: WriteReceipt) throws(ToolFailure) {
    note(receipt.call)
    guard let earlier = receipt.call?.earlier else { return }
    let written = earlier.isWritten ? receipt : nil
    state.withLock { $0.earlier = CallBeginning(answer: earlier.answer, receipt: written, age: earlier.age) }
    throw ToolFailure("This very call was made before.")
  }

  private func note(_ report: CallReport?) {
    state.withLock { state in
      state.hasBegun = true
      if let report { state.report = report }
    }
  }

  /// Records that a change was refused: the call began with it, unless an equal one is still in progress.
  func note(_ error: VerbError) {
    if error.reason != CallStep.atWork { state.withLock { $0.hasBegun = true } }
  }
}
