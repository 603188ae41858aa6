internal import GitObjects
internal import Synchronization
internal import WorkspaceAPI

/// One call of an agent's session, whose beginning and end go with the requests that its tool makes: a write is one
/// request to the daemon, where it would be three.
///
/// A tool that says so (`AgentTool.carriesCall(_:)`) gives its first change and its last request a step; what was not
/// carried, the door does by itself.
package final class CarriedCall: Sendable {
  private struct State {
    var hasBegun = false
    var report = CallReport()
    var earlier: CallBeginning?
  }

  private let since: ObjectID?
  private let state = Mutex(State())

  /// A call of a session that was told of a tip last.
  init(since: ObjectID?) { self.since = since }

  /// Whether the daemon knows that the call is at work.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// How the same call was answered before.
  var earlier: CallBeginning? { state.withLock { $0.earlier } }

  /// What others changed, and what the session was told of before; nil where the call has not ended yet.
  var end: (news: ChangesReport, toldBefore: ObjectID?)? {
    state.withLock { state in state.report.news.map { ($0, state.report.toldBefore) } }
  }

  /// What goes with a change; `answer` is the call's, where it ends with the change.
  func change(answer: String?) -> CallStep {
    CallStep(begins: !hasBegun, ends: answer != nil, answer: answer, since: since)
  }

  /// What goes with a read that is the whole call.
  var read: CallStep { CallStep(begins: false, ends: true, since: since) }

  /// Takes what was told with what a read gave.
  func note(_ result: ReadResult) { note(result.call) }

  /// Takes what was told with what a change did.
  ///
  /// - Throws: `ToolFailure` where the same call was made before, which the door answers.
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

  /// Takes that a change was refused: the call was begun with it, unless the same one is still at work.
  func note(_ error: VerbError) {
    if error.reason != CallStep.atWork { state.withLock { $0.hasBegun = true } }
  }
}
