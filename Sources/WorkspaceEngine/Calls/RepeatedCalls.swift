internal import WorkspaceAPI
internal import GitObjects

/// Which calls agents' sessions made lately, and what they were answered: the same call gets the same answer (review
/// C10). Pure: times are passed in, monotonic, in nanoseconds.
///
/// A call is the same where session, tool, arguments and token are, and the session did nothing else with its paths in
/// between: one that read a file again and then edits it as before means it.
struct RepeatedCalls: Hashable, Sendable {
  /// What is known of a call that begins.
  enum Beginning: Hashable, Sendable {
    /// It was not made before; from now on it is at work.
    case fresh
    /// The same one is at work; its write may be done already.
    case atWork(written: RepeatedWrite?)
    /// It was answered so; of one that was a write and nothing else the answer is made from what that did.
    case answered(String, written: WriteReceipt? = nil, at: Int64)
  }

  /// How long an answer is given again.
  static let window: Int64 = 600 * 1_000_000_000
  /// The longest answer that is kept, in bytes.
  static let longestAnswer = 1 << 16
  /// How many calls are known.
  static let most = 2_000

  private struct Entry: Hashable {
    var time: Int64
    var paths: Set<NameKey> = []
    var written: RepeatedWrite?
    var answer: String?
    /// Whether it is known from history: its answer went with the daemon that gave it.
    var isRecalled = false
  }

  /// By session and call: what a call of one session ends is looked for among its own.
  private var entries: [AgentSession: [NameKey: Entry]] = [:]
  private var count = 0

  /// Knows of no call.
  init() {}

  /// A call begins.
  mutating func begin(_ call: String, of session: AgentSession, at time: Int64) -> Beginning {
    if let entry = entries[session]?[NameKey(call)], time - entry.time <= Self.window {
      if let answer = entry.answer { return .answered(answer, written: entry.written?.receipt, at: entry.time) }
      return .atWork(written: entry.written)
    }
    set(Entry(time: time), for: NameKey(call), of: session)
    if count > Self.most { forget(at: time) }
    return .fresh
  }

  /// Whoever made the call before is given up: it begins anew.
  mutating func restart(_ call: String, of session: AgentSession, at time: Int64) {
    set(Entry(time: time), for: NameKey(call), of: session)
  }

  /// A call's write is durable.
  mutating func wrote(_ write: RepeatedWrite, in call: String, of session: AgentSession) {
    entries[session]?[NameKey(call)]?.written = write
  }

  /// Takes what an earlier run did and history tells of; `time` is when, as this run's clock would have had it.
  mutating func recall(_ write: RepeatedWrite, in call: String, of session: AgentSession, paths: [String]) {
    guard entries[session]?[NameKey(call)] == nil else { return }
    let entry = Entry(time: write.time, paths: Set(paths.map { NameKey($0) }), written: write, isRecalled: true)
    set(entry, for: NameKey(call), of: session)
  }

  /// A call has ended; `call` is nil for one that changes nothing, `answer` for one that failed.
  mutating func end(_ call: String?, of session: AgentSession, answer: String?, paths: [String], at time: Int64) {
    let paths = Set(paths.map { NameKey($0) })
    let own = call.map { NameKey($0) }
    for (key, entry) in entries[session] ?? [:]
    where key != own && (entry.answer != nil || entry.isRecalled) && !entry.paths.isDisjoint(with: paths) {
      set(nil, for: key, of: session)
    }
    guard let own else { return }
    guard let answer, answer.utf8.count <= Self.longestAnswer else { return set(nil, for: own, of: session) }
    let written = entries[session]?[own]?.written
    set(Entry(time: time, paths: paths, written: written, answer: answer), for: own, of: session)
  }

  private mutating func set(_ entry: Entry?, for call: NameKey, of session: AgentSession) {
    count += (entry == nil ? 0 : 1) - (entries[session]?[call] == nil ? 0 : 1)
    entries[session, default: [:]][call] = entry
    if entries[session]?.isEmpty == true { entries[session] = nil }
  }

  private mutating func forget(at time: Int64) {
    let all = entries.flatMap { session, calls in calls.map { (session: session, call: $0, time: $1.time) } }
    for known in all where time - known.time > Self.window { set(nil, for: known.call, of: known.session) }
    guard count > Self.most else { return }
    let young = all.filter { time - $0.time <= Self.window }.sorted { $0.time < $1.time }
    for known in young.prefix(count - Self.most / 2) { set(nil, for: known.call, of: known.session) }
  }
}
