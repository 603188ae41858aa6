package import GitObjects
internal import Glibc

/// The content of a reflog line besides the two ids.
package struct ReflogNote: Hashable, Sendable {
  /// The author and time of the move; nil for Stet itself at the new commit's time.
  package var by: Signature?
  /// The reason in one line.
  package var message: String = "stet: record"
}

/// The logs of references.
package struct Reflogs {
  let repository: Repository
  private var directory: GitDirectory { repository.directory }

  /// Writes the reflog lines that git would write for a move of a branch: into its log, and into HEAD's if HEAD is at
  /// it.
  ///
  /// Obeys `core.logAllRefUpdates`: by default a missing log is created; `false` only appends to existing logs. Written
  /// before the move, as git does: an extra line after a crash is harmless.
  func noteMove(
    of name: String, from old: ObjectID?, to new: ObjectID, _ note: ReflogNote
  ) throws(ObjectStoreError) {
    let time = (try? repository.commit(new))?.committer
    let by =
      note.by
      ?? Signature(name: "Stet", email: "stet@localhost", seconds: time?.seconds ?? 0, offset: time?.offset ?? 0)
    let message = String(note.message.map { $0.isNewline ? " " : $0 })
    let line = "\((old ?? .zero).hex) \(new.hex) \(by.line)\t\(message)\n"
    try append(line, toLog: name)
    if try directory.text("HEAD") == "ref: " + name { try append(line, toLog: "HEAD") }
  }

  /// Creates the log of a reference for which git keeps none, with the commits reachable from the reference; an
  /// existing log is unchanged. From then on `setReference` appends to it.
  ///
  /// If the last commit is lost, only a log names the one before it.
  ///
  /// - Throws: `ObjectStoreError` if the device fails.
  package func beginLog(of name: String) throws(ObjectStoreError) {
    let log = "logs/" + name
    guard !directory.exists(log) else { return }
    var moves: [(id: ObjectID, commit: Commit)] = []
    var next = try repository.reference(name)
    while let id = next, moves.count < 1_000, let commit = try? repository.commit(id) {
      moves.append((id, commit))
      next = commit.parents.first
    }
    var last = moves.last?.commit.parents.first ?? .zero
    var text = ""
    for move in moves.reversed() {
      text += "\(last.hex) \(move.id.hex) \(move.commit.committer.line)\t\n"
      last = move.id
    }
    _ = try directory.create(log, Array(text.utf8))
  }

  /// Returns the commits that a branch's log names, newest first.
  package func logged(_ name: String) -> [ObjectID] {
    guard let log = try? directory.read("logs/" + name) else { return [] }
    return log.split(separator: UInt8(ascii: "\n")).reversed().compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      return fields.count == 3 ? ObjectID(hex: String(decoding: fields[1], as: UTF8.self)) : nil
    }
  }

  /// Returns the commit at which a clone began, as the first line of a log says; nil if the log has lost that line, or the
  /// repository is no clone.
  package func cloned(_ name: String) -> ObjectID? {
    // Only the beginning: the log has a line for each commit.
    guard let bytes = try? directory.read("logs/" + name, atMost: 4_096),
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first,
      let note = line.firstIndex(of: "\t"), line[line.index(after: note)...].hasPrefix("clone:")
    else { return nil }
    let fields = line[..<note].split(separator: " ", maxSplits: 2)
    guard fields.count == 3, fields[0].allSatisfy({ $0 == "0" }) else { return nil }
    return ObjectID(hex: fields[1])
  }

  /// Returns the commit that a remote's branch had when git fetched it last, as the reference's log says; the reference's
  /// own where there is none.
  ///
  /// A push from here moves the reference too.
  package func lastFetched(_ name: String) -> ObjectID? {
    guard let log = (try? directory.text("logs/" + name)) ?? nil, !log.isEmpty else {
      return (try? repository.reference(name)) ?? nil
    }
    let moves = log.split(separator: "\n")
    guard let fetched = moves.last(where: { !$0.hasSuffix("\tupdate by push") }) else {
      // The first push followed nothing, or what is no longer on record.
      return moves.first.flatMap { ObjectID(hex: $0.prefix(40)) }.flatMap { $0 == .zero ? nil : $0 }
    }
    return ObjectID(hex: fetched.dropFirst(41).prefix(40))
  }

  private func append(_ line: String, toLog name: String) throws(ObjectStoreError) {
    let log = "logs/" + name
    if !repository.settings.logsReferences, !directory.exists(log) { return }
    var descriptor = open(directory.path(log), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == ENOENT {
      try directory.makeParents(of: log)
      descriptor = open(directory.path(log), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw GitError.system("\(directory.path(log)) could not be opened") }
    defer { close(descriptor) }
    guard GitDirectory.write(Array(line.utf8), to: descriptor) else {
      throw GitError.system("\(directory.path(log)) could not be written")
    }
  }
}

extension Repository {
  /// The logs of references.
  package var reflogs: Reflogs { Reflogs(repository: self) }
}
