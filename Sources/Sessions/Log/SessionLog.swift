package import FileSystem

/// The log of one session on disk, `.git/stet/sessions/ID/log.jsonl`, opened by the only process that runs it.
///
/// Not `Sendable`: one owner appends. Calls block.
package final class SessionLog {
  /// The largest size of a log in bytes.
  static let limit: Int64 = 256 << 20

  /// The state of the session.
  package private(set) var record: SessionRecord
  private let tree: any FileTree
  private let location: FileLocation
  private var lock: FileLock?
  private let now: () -> Int64
  private var number: Int
  /// The lines that nobody took.
  private var fresh: [SessionLine]

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - plan: the plan, whose id no session has.
  ///   - tree: the files of the workspace.
  ///   - lock: the lock of the session, held for as long as this value exists.
  ///   - now: returns milliseconds since 1970.
  /// - Throws: `SessionLogError`.
  package init(
    beginning plan: SessionPlan, in tree: any FileTree, lock: FileLock?, now: @escaping () -> Int64
  ) throws(SessionLogError) {
    let location = SessionShelf.log(of: plan.id)
    let line = SessionLine(number: 1, time: now(), step: .begun(plan))
    let isUnbegun = try SessionShelf.isUnbegun(plan.id, in: tree)
    do throws(FileError) {
      try tree.makeDirectories(location.parent)
      if isUnbegun {
        try SessionShelf.file(SessionShelf.logName, of: plan.id).write(line.bytes, .name, in: tree)
      } else {
        try tree.create(location, bytes: line.bytes, permissions: 0o600, durable: true)
      }
      // The name of each new folder is in its parent.
      for folder in [location.parent, location.parent.parent, .store] { try tree.synchronize(folder) }
    } catch {
      throw error.code == .exists ? .exists(plan.id) : .file(error)
    }
    record = SessionRecord(plan, at: line.time)
    number = 1
    fresh = [line]
    (self.tree, self.location, self.lock, self.now) = (tree, location, lock, now)
  }

  /// Opens the log of a session; the rest of a torn append is cut off.
  ///
  /// - Throws: `SessionLogError`.
  package init(
    opening id: String, in tree: any FileTree, lock: FileLock?, now: @escaping () -> Int64
  ) throws(SessionLogError) {
    let location = SessionShelf.log(of: id)
    let (read, bytes) = try SessionShelf.read(id, in: tree)
    guard let record = SessionRecord(read.lines), record.plan.id == id else { throw .damaged(id, line: 1) }
    if let line = read.damaged { throw .damaged(id, line: line) }
    if read.length < bytes.count {
      do throws(FileError) {
        try SessionShelf.file(SessionShelf.logName, of: id).write(Array(bytes[..<read.length]), .name, in: tree)
      } catch { throw .file(error) }
    }
    self.record = record
    number = read.lines.last?.number ?? 0
    fresh = read.lines
    (self.tree, self.location, self.lock, self.now) = (tree, location, lock, now)
  }

  /// Appends steps by one write and makes them durable; what follows from them may be done only after that.
  ///
  /// A transition that the life cycle does not have is logged as refused, and the state stays.
  ///
  /// - Throws: `SessionLogError`; the session must end then, because the steps may be in the log or not.
  package func append(_ steps: [SessionStep]) throws(SessionLogError) {
    guard !steps.isEmpty else { return }
    let time = now()
    let steps = checked(steps)
    let lines = steps.map { SessionLine(number: number + 1, time: time, step: $0) }
    do throws(FileError) {
      _ = try tree.append(location, bytes: lines.flatMap(\.bytes), durable: true)
    } catch { throw .file(error) }
    number += 1
    fresh += lines
    for step in steps { record.apply(step, at: time) }
  }

  private func checked(_ steps: [SessionStep]) -> [SessionStep] {
    var present = record.state
    return steps.map { step in
      guard case .moved(let next) = step else { return step }
      guard present.allows(next.kind) else { return .refused(from: present.kind, to: next.kind) }
      present = next
      return step
    }
  }

  /// Returns the lines since the last call; the first call returns all.
  func takeLines() -> [SessionLine] {
    defer { fresh = [] }
    return fresh
  }

  /// Releases the lock, so that another process can go on with the session.
  package func close() { lock = nil }
}

/// The reason why the log of a session cannot be used.
package enum SessionLogError: Error, Hashable, Sendable {
  /// There is no session with this id; there is one.
  case missing(String), exists(String)
  /// The log was damaged at a line; it is unchanged.
  case damaged(String, line: Int)
  /// A file cannot be read or written.
  case file(FileError)
}
