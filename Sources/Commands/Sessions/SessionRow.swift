internal import Models
internal import Sessions
internal import Values

/// A session in a list, for programs.
struct SessionRow: Codable, Sendable {
  /// The id.
  var id: String
  /// The state in the life cycle, such as `waitingForUser`.
  var state: String
  /// The state in words.
  var status: String
  /// The process that runs the session; nil if none does.
  var pid: Int32?
  /// The agent that recorded changes have as their author.
  var agent: String
  /// The ability that the task comes from.
  var ability: String?
  /// The task.
  var prompt: String
  /// The open question.
  var question: String?
  /// The status with which the agent ended the session.
  var completion: String?
  /// The summary with which the agent ended the session.
  var summary: String?
  /// The model's turns so far.
  var turns: Int
  /// The tokens so far.
  var tokens: Int
  /// The cost so far in dollars; nil if no price is known.
  var dollars: Double?
  /// The time of the first step, ISO 8601.
  var created: String
  /// The time of the last step, ISO 8601.
  var updated: String

  /// Creates the row of a session.
  init(_ record: SessionRecord, runner: Int32?) {
    id = record.plan.id
    state = record.state.kind.rawValue
    status = SessionRow.status(record, isRunning: runner != nil)
    pid = runner
    (agent, ability, prompt) = (record.plan.agent, record.plan.ability, record.plan.prompt)
    question = record.question?.text
    (completion, summary) = (record.completion, record.summary)
    (turns, tokens) = (record.totals.turns, record.totals.tokens)
    dollars = record.totals.isPriced ? record.totals.cost.dollars : nil
    created = ISOTime.text(record.times.lowerBound / 1_000)
    updated = ISOTime.text(record.times.upperBound / 1_000)
  }

  /// Returns the status in words; a session whose process was killed does not work.
  private static func status(_ record: SessionRecord, isRunning: Bool) -> String {
    switch record.state {
    case .running where !isRunning: "Interrupted"
    case .completed: record.completion.map { "\(record.state.text) (\($0))" } ?? record.state.text
    default: record.state.text
    }
  }
}
