internal import Models

/// The facts about a session that lists, questions and costs need: a part of the fold of its log. Pure.
package struct SessionSummary: Hashable, Sendable {
  /// The task and its present limits.
  package var plan: SessionPlan
  /// The state in the life cycle.
  package var state: SessionState
  /// The open question; nil if there is none.
  package var question: SessionQuestion?
  /// The reason for which a fault paused the session; nil without one.
  package var fault: String?
  /// The status with which `complete_task` ended the session; nil without one.
  package var completion: String?
  /// The summary with which `complete_task` ended the session; nil without one.
  package var summary: String?
  /// The tokens, the cost and the turns so far.
  package var totals: SessionTotals
  /// The times of the first and of the last line, in milliseconds since 1970.
  package var times: ClosedRange<Int64>

  /// Takes the facts of a state.
  package init(_ record: SessionRecord) {
    (plan, state, question) = (record.plan, record.state, record.question)
    fault = record.isPausedByFault ? record.lastCut : nil
    (completion, summary) = (record.completion, record.summary)
    (totals, times) = (record.totals, record.times)
  }

  /// Creates the facts of a session that did nothing.
  init(_ plan: SessionPlan, _ state: SessionState, _ times: ClosedRange<Int64>) {
    (self.plan, self.state, self.times) = (plan, state, times)
    totals = SessionTotals()
  }
}
