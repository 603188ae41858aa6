internal import GitObjects
package import WorkspaceAPI

/// The recent calls of agents' sessions with their answers: a repeated call gets the same answer (review C10). Pure:
/// the caller passes times, in monotonic nanoseconds.
///
/// Two calls are the same if session, tool, arguments and token are equal and the session made no other call on its
/// paths in between: a session that reads a file again and then repeats an edit intends a new edit.
package struct RepeatedCalls: Hashable, Sendable {
  /// The state of a call that begins.
  package enum Beginning: Hashable, Sendable {
    /// The call is new; from now on it runs.
    case fresh
    /// The same call runs; its write may be durable already.
    case atWork(written: RepeatedWrite?)
    /// The call was answered with this text. For a call with a write and nothing else, the caller builds the answer
    /// from `written`.
    case answered(String, written: WriteReceipt? = nil, at: Int64)
  }

  /// The time for which an answer is repeated, in nanoseconds.
  static let window: Int64 = 600 * 1_000_000_000
  /// The longest answer that is kept, in bytes.
  static let longestAnswer = 1 << 16
  /// The largest number of calls in the table.
  static let most = 2_000

  private struct Entry: Hashable {
    var time: Int64
    var paths: Set<NameKey> = []
    var written: RepeatedWrite?
    var answer: String?
    /// Whether the entry comes from history; the answer was lost with the daemon's earlier run.
    var isRecalled = false
  }

  /// The entries by session, then by call: the end of a call searches only the entries of its own session.
  private var entries: [AgentSession: [NameKey: Entry]] = [:]
  private var count = 0

  /// Makes a table without calls.
  package init() {}

  /// Returns whether the table has a call that is at work or was carried out.
  package func knows(_ call: String, of session: AgentSession) -> Bool { entries[session]?[NameKey(call)] != nil }

  /// Notes the start of a call.
  ///
  /// - Parameter expires: whether an answer is repeated only for `window`; false for a call with an id of its own.
  package mutating func begin(
    _ call: String, of session: AgentSession, expires: Bool = true, at time: Int64
  ) -> Beginning {
    if let entry = entries[session]?[NameKey(call)], !expires || time - entry.time <= Self.window {
      if let answer = entry.answer { return .answered(answer, written: entry.written?.receipt, at: entry.time) }
      return .atWork(written: entry.written)
    }
    set(Entry(time: time), for: NameKey(call), of: session)
    if count > Self.most { forget(at: time) }
    return .fresh
  }

  /// Starts a call anew after its first caller gave it up.
  package mutating func restart(_ call: String, of session: AgentSession, at time: Int64) {
    set(Entry(time: time), for: NameKey(call), of: session)
  }

  /// Records the durable write of a call.
  package mutating func wrote(_ write: RepeatedWrite, in call: String, of session: AgentSession) {
    entries[session]?[NameKey(call)]?.written = write
  }

  /// Adds a write of an earlier run from history; `time` is on the clock of this run.
  package mutating func recall(_ write: RepeatedWrite, in call: String, of session: AgentSession, paths: [String]) {
    guard entries[session]?[NameKey(call)] == nil else { return }
    let entry = Entry(time: write.time, paths: Set(paths.map { NameKey($0) }), written: write, isRecalled: true)
    set(entry, for: NameKey(call), of: session)
  }

  /// Notes the end of a call; `call` is nil for a call that changes nothing, `answer` is nil for a call that failed.
  package mutating func end(_ call: String?, of session: AgentSession, answer: String?, paths: [String], at time: Int64)
  {
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

/// A call of an agent's session that an earlier run of the daemon carried out, read from its commit.
package struct RecalledCall: Hashable, Sendable {
  package var session: AgentSession
  /// The key of the call, as in `CallBegin`.
  package var call: String
  /// The paths that the call changed.
  package var paths: [String]
  /// The receipt for the writer, whether it was sent or not.
  package var receipt: WriteReceipt
  /// The age of the call, in seconds.
  package var age: Int64
}

/// The result of a call's write, kept for the case that the connection ends before the answer.
package struct RepeatedWrite: Hashable, Sendable {
  /// The receipt for the writer.
  package var receipt: WriteReceipt
  /// The time of the write, in monotonic nanoseconds.
  package var time: Int64

  /// Makes a write from its receipt and time.
  package init(receipt: WriteReceipt, time: Int64) {
    self.receipt = receipt
    self.time = time
  }
}
