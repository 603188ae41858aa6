internal import Git
internal import GitObjects
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// Publishes records in the feed, and lists them.
struct FeedDesk: Sendable {
  /// The greatest number of broken lines that a report names.
  private static let mostBroken = 100

  /// Reads the files.
  let queue: FolderKeeper
  /// The permissions of agents.
  let permissions: AgentPermissions
  /// The audit log of agents' calls.
  let audit: AgentAudit
  /// Appends the records.
  let writes: WriteDesk
  /// The authors of the lines.
  let origins: FeedOrigins
  /// The clock.
  let time: any TimeSource

  /// The file that takes a record, unless a file has a record of that id.
  private struct Place {
    var path: WorkspacePath
    var existing: FeedRecord?
  }

  /// Adds a record to the feed and returns when it is durable. A second publication with the same id adds nothing, and
  /// returns the first one's record.
  func publish(_ request: PublishRequest) async throws(VerbError) -> PublishReceipt {
    let caller = request.caller
    let (record, place) = try await audit.audited(
      "append", caller, FeedFile.path(1), isNoted: { $0.1.existing == nil }
    ) { () async throws(VerbError) in
      let checked = try FeedRules.checked(request)
      let record = FeedRecord(
        id: Self.id(checked), time: time.now().iso8601, headline: checked.headline, content: checked.content,
        bookId: checked.bookId, agent: caller.agent, session: caller.session, links: checked.links)
      return (record, try await self.place(for: record))
    }
    if let existing = place.existing {
      return PublishReceipt(record: existing, isNew: false, path: place.path.string)
    }
    var write = WriteRequest(path: place.path.string, action: .append(record.line), caller: caller)
    write.lineMark = record.mark
    let receipt = try await writes.write(write)
    // An equal publication was done meanwhile.
    let earlier = receipt.unchanged ? try await self.place(for: record).existing : nil
    return PublishReceipt(
      record: earlier ?? record, isNew: !receipt.unchanged, path: place.path.string, held: receipt.held)
  }

  /// Returns the id of a publication: the same for the same agent, session and call on every machine, else a random
  /// one.
  private static func id(_ request: PublishRequest) -> String {
    guard let call = request.call ?? request.caller.call else {
      var generator = SystemRandomNumberGenerator()
      let digits = (0..<2).map { _ in String(generator.next() >> 24, radix: 16) }
      return digits.map { String(repeating: "0", count: 10 - $0.utf8.count) + $0 }.joined()
    }
    let parts = [request.caller.agent ?? "", request.caller.session ?? "", call]
    let text = Array(parts.joined(separator: "\u{0}").utf8)
    return String(text.withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(20))
  }

  private func place(for record: FeedRecord) async throws(VerbError) -> Place {
    let files = try await files(for: .person)
    for file in files {
      if let existing = file.text.records.first(where: { $0.id == record.id }) {
        return Place(path: file.path, existing: existing)
      }
    }
    var number = 1
    while true {
      let path = try WorkspacePath(checking: FeedFile.path(number))
      guard let file = files.first(where: { $0.path == path }), file.bytes.count + record.line.count > FeedFile.full
      else {
        return Place(path: path)
      }
      number += 1
    }
  }

  /// Returns the records of the feed, newest first.
  func list(_ request: FeedRequest) async throws(VerbError) -> FeedReport {
    try await audit.audited(
      "read", request.caller, FeedRecord.folder, shown: { report, entry in entry.add(count: report.records.count) }
    ) { () async throws(VerbError) in
      let files = try await files(for: request.caller)
      var records: [FeedRecord] = []
      for file in files { records += await proven(file, now: time.now().iso8601) }
      // An agent cannot hide another's record by its id.
      var known: Set<[String?]> = []
      records.removeAll { !known.insert([$0.id, $0.author?.kind, $0.agent]).inserted }
      if let book = request.book { records.removeAll { $0.bookId?.hasSameBytes(as: book) != true } }
      let dated = records.enumerated().map {
        (time: ISOTime.seconds($0.element.time) ?? 0, place: $0.offset, $0.element)
      }
      let sorted = dated.sorted { ($0.time, $0.place) > ($1.time, $1.place) }.map(\.2)
      let limit = max(0, request.limit ?? .max)
      let broken = files.flatMap { file in
        file.text.broken.map { FeedReport.BrokenLine(path: file.path.string, line: $0) }
      }
      return FeedReport(
        records: Array(sorted.prefix(limit)), more: max(0, sorted.count - limit),
        broken: Array(broken.prefix(Self.mostBroken)))
    }
  }

  /// Reads the files of the feed, the first one first; an agent needs the permission to read each.
  private func files(for caller: Caller) async throws(VerbError) -> [File] {
    let folder = try WorkspacePath(checking: FeedRecord.folder)
    let names = try await queue.list(folder, recursive: false).map(\.path).filter(FeedFile.isOne)
    // A file that is held, for instance because of a secret, may not be in the tip.
    let held = await queue.run { $0.recorder.held.keys.map(\.string) }
    var files: [File] = []
    for name in Set(names + held.filter(FeedFile.isOne)).sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      let path = try WorkspacePath(checking: name)
      try await permissions.permit(.read, path, caller)
      let file = try await queue.run { (keeper) throws(VerbError) in try File(at: path, keeper) }
      if let file { files.append(file) }
    }
    return files
  }
}
