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

  private struct Key: Hashable {
    var session: NameKey
    var call: NameKey
  }

  private struct Entry: Hashable {
    var time: Int64
    var paths: Set<NameKey> = []
    var written: RepeatedWrite?
    var answer: String?
    /// Whether it is known from history: its answer went with the daemon that gave it.
    var isRecalled = false
  }

  private var entries: [Key: Entry] = [:]

  /// Knows of no call.
  init() {}

  /// A call begins.
  mutating func begin(_ call: String, of session: String, at time: Int64) -> Beginning {
    let key = Key(session: NameKey(session), call: NameKey(call))
    if let entry = entries[key], time - entry.time <= Self.window {
      if let answer = entry.answer { return .answered(answer, written: entry.written?.receipt, at: entry.time) }
      return .atWork(written: entry.written)
    }
    entries[key] = Entry(time: time)
    if entries.count > Self.most { forget(at: time) }
    return .fresh
  }

  /// Whoever made the call before is given up: it begins anew.
  mutating func restart(_ call: String, of session: String, at time: Int64) {
    entries[Key(session: NameKey(session), call: NameKey(call))] = Entry(time: time)
  }

  /// A call's write is durable.
  mutating func wrote(_ write: RepeatedWrite, in call: String, of session: String) {
    entries[Key(session: NameKey(session), call: NameKey(call))]?.written = write
  }

  /// Takes what an earlier run did and history tells of; `time` is when, as this run's clock would have had it.
  mutating func recall(_ write: RepeatedWrite, in call: String, of session: String, paths: [String]) {
    let key = Key(session: NameKey(session), call: NameKey(call))
    guard entries[key] == nil else { return }
    entries[key] = Entry(time: write.time, paths: Set(paths.map { NameKey($0) }), written: write, isRecalled: true)
  }

  /// A call has ended; `call` is nil for one that changes nothing, `answer` for one that failed.
  mutating func end(_ call: String?, of session: String, answer: String?, paths: [String], at time: Int64) {
    let paths = Set(paths.map { NameKey($0) })
    let session = NameKey(session)
    let own = call.map { Key(session: session, call: NameKey($0)) }
    for (key, entry) in entries
    where key.session == session && key != own && (entry.answer != nil || entry.isRecalled)
      && !entry.paths.isDisjoint(with: paths)
    {
      entries[key] = nil
    }
    guard let own else { return }
    guard let answer, answer.utf8.count <= Self.longestAnswer else {
      entries[own] = nil
      return
    }
    entries[own] = Entry(time: time, paths: paths, written: entries[own]?.written, answer: answer)
  }

  private mutating func forget(at time: Int64) {
    entries = entries.filter { time - $0.value.time <= Self.window }
    guard entries.count > Self.most else { return }
    let oldest = entries.sorted { $0.value.time < $1.value.time }.prefix(entries.count - Self.most / 2)
    for (key, _) in oldest { entries[key] = nil }
  }
}
