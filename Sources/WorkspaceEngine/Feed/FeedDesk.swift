internal import FolderKeeping
internal import Git
internal import GitObjects
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// Publishes records in the feed, and lists them.
struct FeedDesk: Sendable {
  /// The greatest number of broken lines that a report names.
  private static let mostBroken = 100
  /// The greatest number of ids that one call may have because others' lines have the earlier ones.
  private static let mostIDs = 100
  /// The number of attempts to add a record while others add lines with its id.
  private static let mostAttempts = 10

  /// Reads the files.
  let keeper: FolderKeeper
  let permissions: AgentPermissions
  /// The audit log of agents' calls.
  let audit: AgentAudit
  /// Appends the records.
  let writes: WriteDesk
  /// The authors of the lines.
  let origins: FeedOrigins
  /// The clock.
  let time: any TimeSource

  /// The place of a publication in the feed.
  private enum Place {
    /// A file has the record.
    case done(FeedRecord, WorkspacePath)
    /// The record, with its id, and the file that takes it.
    case free(FeedRecord, WorkspacePath)

    /// Whether the record is still to be added.
    var isFree: Bool { if case .free = self { true } else { false } }
  }

  /// Adds a record to the feed and returns when it is durable. A second publication of the same call adds nothing, and
  /// returns the first one's record.
  func publish(_ request: PublishRequest) async throws(VerbError) -> PublishReceipt {
    let caller = request.caller
    for _ in 0..<Self.mostAttempts {
      let place = try await audit.audited(
        "append", caller, FeedFile.path(1), isNoted: { (place: Place) in place.isFree }
      ) { () async throws(VerbError) in
        let checked = try FeedRules.checked(request)
        try await checkSecrets(checked)
        return try await self.place(for: checked)
      }
      switch place {
      case .done(let record, let path): return PublishReceipt(record: record, isNew: false, path: path.string)
      case .free(let record, let path):
        var write = WriteRequest(path: path.string, action: .append(record.line), caller: caller)
        write.lineMark = record.mark
        let receipt = try await writes.write(write)
        if !receipt.unchanged {
          return PublishReceipt(record: record, isNew: true, path: path.string, held: receipt.held)
        }
      // A line with this id was added meanwhile: that of an equal publication, or of somebody else.
      }
    }
    throw VerbError(
      .busy, "Others keep adding lines with the id of this record to the feed.", kept: "Nothing was published.",
      next: "Publish it with another call id.")
  }

  /// Returns an id of a publication: the same for the same agent, session, call and number on every machine, else a
  /// random one.
  private static func id(_ request: PublishRequest, _ number: Int) -> String {
    guard let call = request.call ?? request.caller.call else {
      var generator = SystemRandomNumberGenerator()
      return (0..<2).map { _ in NumberText.padded(generator.next() >> 24, to: 10, radix: 16) }.joined()
    }
    let parts = [request.caller.agent ?? "", request.caller.session ?? "", call] + (number > 0 ? ["\(number)"] : [])
    let text = Array(parts.joined(separator: "\u{0}").utf8)
    return String(text.withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(20))
  }

  /// Returns the caller's record of a publication, or its place under the first id that no other line has: an agent can
  /// know the ids of another's calls.
  private func place(for request: PublishRequest) async throws(VerbError) -> Place {
    let (caller, now) = (request.caller, time.now().iso8601)
    var record = FeedRecord(
      id: "", time: now, headline: request.headline, content: request.content, bookId: request.bookId,
      agent: caller.agent, session: caller.session, links: request.links)
    let files = try await files(for: .person)
    for number in 0..<Self.mostIDs {
      record.id = Self.id(request, number)
      var isTaken = false
      for file in files where file.text.has(record.id) || file.has(record.mark) {
        for (claimed, existing) in zip(file.text.records, await proven(file, now: now))
        where existing.id == record.id && existing.isPublished(by: caller, claimed: claimed) {
          try await permissions.permit(.read, file.path, caller)
          return .done(existing, file.path)
        }
        isTaken = true
      }
      if !isTaken { return .free(record, try Self.path(for: record, files)) }
    }
    throw VerbError(
      .refused, "The feed has lines of others with the \(Self.mostIDs) ids that this call may have.",
      kept: "Nothing was published.", next: "Publish it with another call id.")
  }

  /// Refuses a content with a secret: the file with all its records would be held back from sync.
  private func checkSecrets(_ request: PublishRequest) async throws(VerbError) {
    let path = try WorkspacePath(checking: FeedFile.path(1))
    let record = FeedRecord(
      id: "", time: "", headline: request.headline, content: request.content, bookId: request.bookId,
      links: request.links)
    // In the record's line the quotes and line ends of the content are escaped.
    let texts = [Array(request.content.utf8), record.line]
    let found = await keeper.run { keeper in
      texts.map { text in keeper.recorder.disk.rules.secret(path, text) { nil } }
    }
    guard case .secret(let kind, let line) = found.lazy.compactMap(\.self).first else { return }
    let place = found[0] == nil ? "The record" : "Line \(line) of the content"
    throw VerbError(
      .refused, "\(place) holds \(kind).",
      kept: "Nothing was published: with a secret the whole feed would stay on this computer.",
      next: "Publish it without the secret. If it is none, a person saves it in a file and runs 'stet policy "
        + "allow-secret FILE' before.", path: path.string)
  }

  /// Returns the first file that has room for a record.
  private static func path(for record: FeedRecord, _ files: [File]) throws(VerbError) -> WorkspacePath {
    var number = 1
    while true {
      let path = try WorkspacePath(checking: FeedFile.path(number))
      let size = files.first { $0.path == path }?.bytes.count ?? 0
      if size == 0 || size + record.line.count <= FeedFile.full { return path }
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
    let names = try await keeper.list(folder, recursive: false).map(\.path).filter(FeedFile.isOne)
    // A file that is held, for instance because of a secret, may not be in the tip.
    let held = await keeper.run { $0.recorder.held.keys.map(\.string) }
    var files: [File] = []
    for name in Set(names + held.filter(FeedFile.isOne)).sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      let path = try WorkspacePath(checking: name)
      try await permissions.permit(.read, path, caller)
      let file = try await keeper.run { (keeper) throws(VerbError) in try File(at: path, keeper) }
      if let file { files.append(file) }
    }
    return files
  }
}

extension FeedRecord {
  /// Whether a caller published a record: it is the author of the line, or a person or a merge changed the line since.
  ///
  /// - Parameter claimed: the record as its line has it, for a line that history does not have.
  fileprivate func isPublished(by caller: Caller, claimed: FeedRecord) -> Bool {
    switch author?.kind {
    case nil: claimed.agent == caller.agent && claimed.session == caller.session
    case "agent": caller.agent != nil && agent == caller.agent && session == caller.session
    case "unsure": false
    default: true
    }
  }
}
