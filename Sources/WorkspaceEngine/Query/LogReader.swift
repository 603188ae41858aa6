internal import FolderKeeping
internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// Reads the output of `git log` with `arguments`. Pure, except for the lookup of makers in the keeper.
enum LogReader {
  /// The format, that of `LogRecords`.
  static let format = "--format=\(LogRecords.begin)%H%x1f%P%x1f%ct%x1f%an%x1f%ad%x1f%B%x1f"
  /// The arguments for commits with their paths.
  static let arguments = [
    "log", "-z", "--name-only", "--no-renames", "--diff-merges=first-parent", "--date=iso-strict", format,
  ]

  /// Returns the commits in git's output, in its order.
  static func records(_ output: [UInt8], in keeper: FolderKeeper) async -> [LogRecord] {
    let split = LogRecords.split(output, fields: 6)
    let makers = await keeper.makers(of: split.compactMap { ObjectID(hex: $0.fields[0]) })
    return records(split) { makers[$0] ?? .other(during: nil) }
  }

  /// Returns the commits of records.
  ///
  /// - Parameter maker: returns the program that made a commit: the message of another program is plain text.
  static func records(_ split: [LogRecords.Record], maker: (ObjectID) -> CommitMaker) -> [LogRecord] {
    split.compactMap { record($0, maker) }
  }

  private static func record(_ record: LogRecords.Record, _ maker: (ObjectID) -> CommitMaker) -> LogRecord? {
    let texts = record.fields
    guard let id = ObjectID(hex: texts[0]), let seconds = Int64(texts[2]) else { return nil }
    var message = CommitMessage(foreign: texts[5])
    switch maker(id) {
    case .stet: message = CommitMessage(parsing: texts[5])
    case .other(let session): message.author = session.map { .unsure(during: $0) }
    }
    let entry = LogEntry(
      commit: id, author: AuthorRecord(message.author ?? .user, personName: texts[3]), machine: message.machine,
      time: LogRecords.zoned(texts[4]), subject: message.subject, paths: record.paths.map { NameText.decode($0) },
      model: message.model,
      tool: message.tool, change: message.change)
    return LogRecord(
      entry: entry, parents: texts[1].split(separator: " ").compactMap { ObjectID(hex: String($0)) }, seconds: seconds,
      renamed: message.renamed, isForeign: maker(id) != .stet)
  }
}
