package import FileSystem
internal import LocalState
internal import Values

/// The queue of sessions that wait for a condition: `.git/stet/queue.jsonl`, a line for each session that is added and for
/// each that is done. A process changes it only while it holds `changeLock`. Calls block.
///
/// A session is done when it has ended or waits for the person, which its log shows. So a kill between that and the line
/// in the queue leads to a look at the log, never to a second run.
package struct SessionQueue: Sendable {
  /// A queued session.
  package struct Item: Hashable, Sendable {
    package var session: String
    package var condition: QueueCondition
    /// The time at which it was added, in milliseconds since 1970.
    package var added: Int64

    /// Creates an item.
    package init(session: String, condition: QueueCondition, added: Int64) {
      self.session = session
      self.condition = condition
      self.added = added
    }
  }

  /// The lines of the queue.
  package static let location = file.location
  /// The lock of the process that runs the queue.
  package static let lock = FileLocation.store("queue.lock")
  /// The lock of the process that changes the queue.
  package static let changeLock = FileLocation.store("queue.change.lock")
  private static let file = StoredFile("queue.jsonl")
  private static let limit: Int64 = 64 << 20

  private let tree: any FileTree

  /// Creates the queue of a workspace.
  package init(_ tree: any FileTree) { self.tree = tree }

  /// Adds a session whose log exists; it is in the queue durably when the function returns.
  ///
  /// - Throws: `FileError`.
  package func add(_ session: String, when condition: QueueCondition, now: Int64) throws(FileError) {
    try append([
      "k": "add", "session": .string(session), "when": .string(condition.text), "t": .number(String(now)),
    ])
  }

  /// Takes a session out of the queue.
  ///
  /// - Throws: `FileError`.
  package func finish(_ session: String) throws(FileError) { try append(["k": "done", "session": .string(session)]) }

  /// Returns the sessions that wait, in the order in which they were added.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  package func items() throws(FileError) -> [Item] {
    let bytes = try Self.file.read(from: tree, limit: Self.limit) ?? []
    return Self.items(bytes)
  }

  /// Returns the longest time until the next look at the conditions: ten seconds, which a change of the machine or an
  /// answer may take to be noticed, and for times of the day alone the time until the first, at most a minute, because
  /// the clock may be set.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - offset: minutes that local time is east of UTC.
  package static func pause(_ items: [Item], now: Int64, offset: Int) -> Duration {
    let times = items.map { item in
      // A session that is due and still waits had to pause.
      item.condition.due(added: item.added, offset: offset).flatMap { $0 > now ? min($0 - now, 60_000) : nil }
        ?? 10_000
    }
    return .milliseconds(times.min() ?? 60_000)
  }

  /// Returns the sessions that wait by the lines of a file; a torn line is left out.
  static func items(_ bytes: [UInt8]) -> [Item] {
    var items: [Item] = []
    for line in bytes.split(separator: 0x0A) {
      guard let value = JSONValue(line: Array(line)), let session = value["session"]?.text else { continue }
      items.removeAll { $0.session == session }
      guard value["k"] == "add", let condition = value["when"]?.text.flatMap(QueueCondition.init),
        let added = value["t"]?.integer
      else { continue }
      items.append(Item(session: session, condition: condition, added: Int64(added)))
    }
    return items
  }

  /// Appends a line durably, after the rest of a torn one; a queue of done sessions begins anew.
  private func append(_ value: JSONValue) throws(FileError) {
    let before = try Self.file.read(from: tree, limit: Self.limit)
    guard let before, !Self.items(before).isEmpty else {
      return try Self.file.write(value.line + [0x0A], .name, in: tree)
    }
    let rest: [UInt8] = before.last == 0x0A ? [] : [0x0A]
    _ = try tree.append(Self.file.location, bytes: rest + value.line + [0x0A], durable: true)
  }
}
