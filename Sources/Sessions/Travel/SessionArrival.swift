package import FileSystem

/// The log of a session that this machine takes over.
package enum SessionArrival {
  /// Returns the lines with which this machine goes on.
  ///
  /// Lines that were published from here are kept as they are here, with the secrets that were redacted on the way. If
  /// this machine has lines that the others do not know, theirs count: they hold the lease.
  ///
  /// - Parameters:
  ///   - here: the lines of this machine; empty for none.
  ///   - there: the lines at the remote.
  /// - Returns: the lines, and whether lines of this machine are not among them.
  static func joined(_ here: [SessionLine], _ there: [SessionLine]) -> (lines: [SessionLine], isReplaced: Bool) {
    let isSame = zip(here, there).allSatisfy { ($0.number, $0.time) == ($1.number, $1.time) }
    guard isSame else { return (there, true) }
    return (here + there.dropFirst(here.count), false)
  }

  /// Writes the log of another machine as that of this one; a log that is replaced is kept beside it, as
  /// `log.TIME.jsonl`. The caller holds the lock of the session.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Throws: `SessionLogError`; the log of this machine is unchanged then.
  package static func store(_ id: String, in tree: any FileTree, now: Int64) throws(SessionLogError) {
    let there = try SessionShelf.read(id, in: tree, .elsewhere).lines
    guard let record = SessionRecord(there.lines), record.plan.id == id else { throw .damaged(id, line: 1) }
    if let line = there.damaged { throw .damaged(id, line: line) }
    var here: (lines: SessionLines, bytes: [UInt8])?
    do throws(SessionLogError) { here = try SessionShelf.read(id, in: tree) } catch {
      guard case .missing = error else { throw error }
    }
    let (lines, isReplaced) = joined(here?.lines.lines ?? [], there.lines)
    let location = SessionShelf.log(of: id)
    do throws(FileError) {
      try tree.makeDirectories(location.parent)
      if isReplaced, let here {
        try SessionShelf.file("log.\(now).jsonl", of: id).write(here.bytes, .name, in: tree)
      }
      try SessionShelf.file(SessionShelf.logName, of: id).write(lines.flatMap(\.bytes), .name, in: tree)
      for folder in [location.parent, location.parent.parent, .store] { try tree.synchronize(folder) }
    } catch { throw .file(error) }
  }
}
