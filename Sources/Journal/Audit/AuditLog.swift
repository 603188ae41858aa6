package import FileSystem
package import GitObjects
internal import LocalState
internal import Values

/// The record of agents' calls in this workspace: `.git/stet/audit/<day>.jsonl`, one chained line a call (review C9).
///
/// Not `Sendable`: it lives on the recorder's executor, so that its lines are in the order of the turns. A line is
/// appended at once, becomes durable with the next `synchronize`, and is named in a commit only after that.
package final class AuditLog {
  static let folder = FileLocation.store("audit")
  /// The number of days for which files are kept.
  static let keptDays: Int64 = 90

  private let tree: any FileTree
  private let hash: ([UInt8]) -> ObjectID
  private let id: String
  private var day = ""
  private var log = ""
  private var last = 0
  private var lastHash = String(repeating: "0", count: 40)
  private var who: [Who: Int] = [:]
  private var durable: AuditHead?
  private var named: AuditHead?
  private var isOpen = false

  private struct Who: Hashable {
    var agent: String
    var session: String?
    var model: String?
    var tool: String?
  }

  /// Makes a log below a root; `id` is a name that the logs of other stores do not have, `hash` returns a blob's id.
  package init(id: String, tree: any FileTree, hash: @escaping ([UInt8]) -> ObjectID) {
    self.id = id
    self.tree = tree
    self.hash = hash
  }

  /// Records a call.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Throws: `FileError`; the call is not recorded then.
  package func note(_ entry: AuditEntry, at now: Int64) throws(FileError) {
    try open()
    var text = ""
    let today = String(ISOTime.text(now / 1_000).prefix(10))
    if today > day || log != id { text += begin(max(today, day), now) }
    let caller = Who(agent: entry.agent, session: entry.session, model: entry.model, tool: entry.tool)
    if who[caller] == nil {
      if who.count > 1_000 { who = [:] }
      var line = AuditLine(last + 1, now, "who")
      (line.a, line.s, line.m, line.x) = (caller.agent, caller.session, caller.model, caller.tool)
      text += chain(line)
      who[caller] = last
    }
    var line = AuditLine(last + 1, now, entry.act)
    (line.w, line.p, line.o, line.v, line.e) = (who[caller], entry.path, entry.other, entry.version, entry.refused)
    (line.q, line.c, line.f) = (entry.pattern, entry.count, entry.files)
    text += chain(line)
    do throws(FileError) {
      // An append would make a file that others may read.
      if try tree.stamp(of: place(day)) == nil {
        try tree.create(place(day), bytes: [], permissions: 0o600, durable: false)
      }
      _ = try tree.append(place(day), bytes: Array(text.utf8), durable: false)
    } catch {
      // The current content of the file is read again.
      isOpen = false
      throw error
    }
  }

  /// Returns the head that is durable and that no commit names yet; nil if there is none.
  package func takeHead() -> AuditHead? {
    guard let durable, durable != named else { return nil }
    named = durable
    return durable
  }

  /// The last line that this process wrote or found; nil before there is one.
  package var written: AuditHead? {
    isOpen && last > 0 ? AuditHead(log: log, number: last, hash: lastHash) : nil
  }

  /// The lines that are not durable yet: their file and head; nil if all are durable.
  package var pending: (location: FileLocation, head: AuditHead)? {
    guard isOpen, last > 0, durable?.number != last else { return nil }
    return (place(day), AuditHead(log: log, number: last, hash: lastHash))
  }

  /// Notes that the lines up to a head are durable.
  package func noteDurable(_ head: AuditHead) {
    if head.number > durable?.number ?? 0 { durable = head }
  }

  /// Returns the number of lines since the first file ever begun; nil if there is no file.
  ///
  /// - Throws: `FileError` if they cannot be read.
  package func lineCount() throws(FileError) -> Int? {
    if !isOpen, try days().isEmpty { return nil }
    try open()
    return last == 0 ? nil : last
  }

  /// Returns the content of all files, oldest first; a missing one is empty.
  package func files() throws(FileError) -> [[UInt8]] {
    try days().map { day throws(FileError) in try tree.read(place(day), limit: 1 << 30)?.bytes ?? [] }
  }

  /// Returns the content of the newest file; nil if there is none.
  package func newestFile() throws(FileError) -> [UInt8]? {
    guard let newest = try days().last else { return nil }
    return try tree.read(place(newest), limit: 1 << 30)?.bytes
  }

  private func place(_ day: String) -> FileLocation { Self.folder.appending(day + ".jsonl") }

  private func days() throws(FileError) -> [String] {
    guard try tree.stamp(of: Self.folder) != nil else { return [] }
    return try tree.entries(of: Self.folder).compactMap { entry in
      entry.name.hasSuffix(".jsonl") && entry.name.utf8.count == 16 ? String(entry.name.dropLast(6)) : nil
    }.sorted()
  }

  /// Finds the last line. Bytes that a power cut left after it are deleted: no commit names them.
  private func open() throws(FileError) {
    guard !isOpen else { return }
    try tree.makeDirectories(Self.folder)
    who = [:]
    (day, log, last, lastHash) = ("", "", 0, String(repeating: "0", count: 40))
    if let newest = try days().last, let bytes = try tree.read(place(newest), limit: 1 << 30)?.bytes {
      var end = 0
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
        guard let parsed = AuditLine.parse(line) else { break }
        if parsed.line.k == "day" { log = parsed.line.a ?? "" }
        (last, lastHash, end) = (parsed.line.n, parsed.hash, line.endIndex + 1)
      }
      day = newest
      if end < bytes.count {
        try StoredFile("audit/\(newest).jsonl").write(Array(bytes[..<end]), .content, in: tree)
      }
    }
    isOpen = true
  }

  /// Begins a file, and deletes files that are too old.
  private func begin(_ today: String, _ now: Int64) -> String {
    let oldest = ISOTime.text(now / 1_000 - Self.keptDays * 86_400).prefix(10)
    for old in (try? days()) ?? [] where old < oldest { try? tree.remove(place(old)) }
    if today != day, let pending { try? tree.synchronize(pending.location) }
    day = today
    log = id
    who = [:]
    var line = AuditLine(last + 1, now, "day")
    (line.a, line.s) = (log, lastHash)
    return chain(line)
  }

  private func chain(_ line: AuditLine) -> String {
    let text = line.text
    lastHash = hash(Array((lastHash + text).utf8)).hex
    last = line.n
    return text + ",\"h\":\"\(lastHash)\"}\n"
  }
}
