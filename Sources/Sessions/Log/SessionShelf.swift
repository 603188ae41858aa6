package import FileSystem
internal import LocalState

/// The sessions of a workspace on disk, for reading; calls block.
package enum SessionShelf {
  /// The place of logs: the folder below `.git/stet`.
  package enum Place: String, Sendable {
    /// The logs of this machine's sessions.
    case here = "sessions"
    /// The logs of other machines as the remote last had them, which are only read.
    case elsewhere = "travel"
  }

  static let logName = "log.jsonl"

  /// Returns a file of a session.
  static func file(_ name: String, of id: String, _ place: Place = .here) -> StoredFile {
    StoredFile("\(place.rawValue)/\(id)/\(name)")
  }

  /// Returns the location of a log.
  static func log(of id: String, _ place: Place = .here) -> FileLocation { file(logName, of: id, place).location }

  /// Returns the locations of the logs of a session that a take-over replaced, `log.TIME.jsonl`.
  static func replaced(of id: String, in tree: any FileTree) -> [FileLocation] {
    let folder = log(of: id).parent
    let names = ((try? tree.entries(of: folder)) ?? []).map(\.name)
    return names.filter { $0.hasPrefix("log.") && $0.hasSuffix(".jsonl") && $0 != logName }.map(folder.appending)
  }

  /// Returns the location of the lock of a session.
  package static func lock(of id: String) -> FileLocation { file("lock", of: id).location }

  /// Returns the process that runs a session, which holds its lock; nil if none does.
  package static func runner(of id: String, root: String) -> Int32? {
    (try? FileLock.holder(root: root, of: lock(of: id))) ?? nil
  }

  /// Writes a small file beside the log of a session, which only its user can read; returns its location.
  ///
  /// - Throws: `FileError` if it cannot be written.
  package static func store(
    _ content: [UInt8], as name: String, of id: String, in tree: any FileTree
  ) throws(FileError) -> FileLocation {
    let file = file(name, of: id)
    try file.write(content, .volatile, in: tree)
    return file.location
  }

  /// Returns whether there is a small file beside the log of a session.
  package static func has(_ name: String, of id: String, in tree: any FileTree) -> Bool {
    ((try? tree.stamp(of: file(name, of: id).location)) ?? nil) != nil
  }

  /// Deletes a small file beside the log of a session.
  package static func remove(_ name: String, of id: String, in tree: any FileTree) {
    try? tree.remove(file(name, of: id).location)
  }

  /// The folder below `.git/stet` with the notes of `noteTravel`.
  package static let ends = "session-ends"

  /// Notes durably that the remote may not get the ends of sessions: `.git/stet/session-ends/ID`. The daemon publishes
  /// such an end then, and deletes the note. A note that cannot be written leaves the end to the process of the session.
  package static func noteTravel(_ ids: [String], in tree: any FileTree) {
    var isChanged = false
    for id in ids {
      let file = StoredFile("\(ends)/\(id)")
      guard ((try? tree.stamp(of: file.location)) ?? nil) == nil else { continue }
      try? file.write([], .content, in: tree)
      isChanged = true
    }
    guard isChanged else { return }
    for folder in [FileLocation.store(ends), .store] { try? tree.synchronize(folder) }
  }

  /// Returns the ids of all sessions.
  ///
  /// - Throws: `FileError` if the folder cannot be read.
  package static func ids(in tree: any FileTree, _ place: Place = .here) throws(FileError) -> [String] {
    let folder = FileLocation.store(place.rawValue)
    guard try tree.stamp(of: folder) != nil else { return [] }
    return try tree.entries(of: folder).map(\.name).filter(SessionPlan.isID).sorted()
  }

  /// Returns the lines of a session's log.
  ///
  /// - Throws: `SessionLogError`.
  package static func lines(
    of id: String, in tree: any FileTree, _ place: Place = .here
  ) throws(SessionLogError) -> [SessionLine] {
    try read(id, in: tree, place).lines.lines
  }

  /// Returns the summaries of all sessions with a readable log, the one that changed last first. A log is read only if
  /// it changed since its last summary.
  ///
  /// - Throws: `FileError` if the folder cannot be read.
  package static func summaries(
    in tree: any FileTree, _ place: Place = .here
  ) throws(FileError) -> [SessionSummary] { try survey(in: tree, place).summaries }

  /// Returns the summaries of the sessions with a readable log, and the ids of those whose log cannot be read as a whole.
  ///
  /// - Throws: `FileError` if the folder cannot be read.
  package static func survey(
    in tree: any FileTree, _ place: Place = .here
  ) throws(FileError) -> (summaries: [SessionSummary], damaged: [String]) {
    var summaries: [SessionSummary] = []
    var damaged: [String] = []
    for id in try ids(in: tree, place) {
      if let facts = SummaryFile.facts(of: id, in: tree, place) {
        summaries.append(facts.summary)
        if !facts.isWhole { damaged.append(id) }
      } else if !isMissing(id, in: tree, place) {
        damaged.append(id)
      }
    }
    summaries.sort { ($0.times.upperBound, $0.plan.id) > ($1.times.upperBound, $1.plan.id) }
    return (summaries, damaged)
  }

  private static func isMissing(_ id: String, in tree: any FileTree, _ place: Place) -> Bool {
    do throws(SessionLogError) { _ = try read(id, in: tree, place) } catch {
      if case .missing = error { return true }
    }
    return false
  }

  /// Returns the lines and the bytes of a session's log.
  static func read(
    _ id: String, in tree: any FileTree, _ place: Place = .here
  ) throws(SessionLogError) -> (lines: SessionLines, bytes: [UInt8]) {
    guard let (lines, bytes) = try content(of: id, in: tree, place), !lines.isUnbegun else { throw .missing(id) }
    return (lines, bytes)
  }

  private static func content(
    of id: String, in tree: any FileTree, _ place: Place = .here
  ) throws(SessionLogError) -> (lines: SessionLines, bytes: [UInt8])? {
    guard SessionPlan.isID(id) else { return nil }
    do throws(FileError) {
      let content = try tree.read(log(of: id, place), limit: SessionLog.limit)
      return content.map { (SessionLines($0.bytes), $0.bytes) }
    } catch { throw .file(error) }
  }

  /// Returns whether there is a log of a session that had not begun; the id is as good as unused.
  ///
  /// - Throws: `SessionLogError` if the log cannot be read.
  static func isUnbegun(_ id: String, in tree: any FileTree) throws(SessionLogError) -> Bool {
    try content(of: id, in: tree)?.lines.isUnbegun ?? false
  }

  /// Deletes the files of a session that had not begun. The caller holds its lock.
  ///
  /// - Returns: false for any other session, which stays.
  /// - Throws: `SessionLogError` if the log cannot be read, or a file cannot be deleted.
  package static func discard(_ id: String, in tree: any FileTree) throws(SessionLogError) -> Bool {
    guard try isUnbegun(id, in: tree) else { return false }
    let folder = log(of: id).parent
    do throws(FileError) {
      for entry in try tree.entries(of: folder) { try tree.remove(folder.appending(entry.name)) }
      _ = try tree.removeDirectory(folder)
    } catch { throw .file(error) }
    return true
  }
}
