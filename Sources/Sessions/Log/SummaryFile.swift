internal import FileSystem
internal import Models
internal import Values

/// The summary of a log beside it, `summary.json`, so that lists do not read whole logs. It is derived and may be deleted.
/// Calls block.
///
/// A log only grows, or is written anew as another file: size, inode and time of change identify its content.
enum SummaryFile {
  /// The number of the form; a file with another one is not read.
  private static let form = 2
  private static let limit: Int64 = 64 << 20

  /// Returns the summary and the calls of models of a log, and whether it can be read as a whole; stores them if they had
  /// to be read from such a log.
  ///
  /// - Returns: nil if there is no log with a readable beginning, or it is that of another session.
  static func facts(
    of id: String, in tree: any FileTree, _ place: SessionShelf.Place
  ) -> (summary: SessionSummary, ledger: SpendingLedger, isWhole: Bool)? {
    guard let stamp = (try? tree.stamp(of: SessionShelf.log(of: id, place))) ?? nil else { return nil }
    let file = SessionShelf.file("summary.json", of: id, place)
    if let bytes = (try? file.read(from: tree, limit: limit)) ?? nil, let value = JSONValue(line: bytes),
      value["form"]?.integer == form, value["log"]?.text == identity(stamp), let facts = facts(value),
      facts.summary.plan.id == id
    {
      return (facts.summary, facts.ledger, true)
    }
    guard let lines = try? SessionShelf.read(id, in: tree, place).lines, let record = SessionRecord(lines.lines),
      record.plan.id == id
    else { return nil }
    let (summary, ledger) = (SessionSummary(record), SpendingLedger(lines.lines))
    if lines.damaged == nil { try? file.write(value(summary, ledger, stamp).line, .volatile, in: tree) }
    return (summary, ledger, lines.damaged == nil)
  }

  private static func identity(_ stamp: FileStamp) -> String { "\(stamp.size) \(stamp.inode) \(stamp.modified)" }

  /// Returns the JSON of a summary.
  static func value(_ summary: SessionSummary, _ ledger: SpendingLedger, _ stamp: FileStamp) -> JSONValue {
    func number(_ value: some BinaryInteger) -> JSONValue { .number("\(value)") }
    let calls = ledger.entries.map { entry in
      StepCodec.object(
        [("line", number(entry.line)), ("t", number(entry.time))] + StepCodec.members(entry.spending))
    }
    return StepCodec.object([
      ("form", number(form)), ("log", .string(identity(stamp))),
      ("plan", StepCodec.object(PlanCodec.members(summary.plan))),
      ("state", StepCodec.value(.moved(summary.state))),
      ("question", summary.question.map { StepCodec.value(.asked($0)) }),
      ("fault", summary.fault.map { .string($0) }),
      ("completion", summary.completion.map { .string($0) }), ("summary", summary.summary.map { .string($0) }),
      ("calls", .array(calls)),
      ("first", number(summary.times.lowerBound)), ("last", number(summary.times.upperBound)),
    ])
  }

  /// Returns the facts of such a value; nil for any other.
  static func facts(_ value: JSONValue) -> (summary: SessionSummary, ledger: SpendingLedger)? {
    guard let plan = value["plan"].flatMap(PlanCodec.plan),
      case .moved(let state)? = value["state"].flatMap(StepCodec.step),
      let first = value["first"]?.integer, let last = value["last"]?.integer, first <= last
    else { return nil }
    var summary = SessionSummary(plan, state, Int64(first)...Int64(last))
    if let question = value["question"] {
      guard case .asked(let asked)? = StepCodec.step(question) else { return nil }
      summary.question = asked
    }
    (summary.completion, summary.summary) = (value["completion"]?.text, value["summary"]?.text)
    summary.fault = value["fault"]?.text
    var entries: [SpendingLedger.Entry] = []
    for call in value["calls"]?.elements ?? [] {
      guard let line = call["line"]?.integer, let time = call["t"]?.integer, let spending = StepCodec.spending(call)
      else { return nil }
      summary.totals.add(spending)
      entries.append(
        SpendingLedger.Entry(
          session: plan.id, ability: plan.ability, line: line, agent: plan.agent, provider: plan.provider,
          time: Int64(time), spending: spending))
    }
    return (summary, SpendingLedger(entries))
  }
}
