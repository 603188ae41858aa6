internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// Reads what `git log` prints in the form that `arguments` asks for. Pure.
enum LogReader {
  /// The format is that of `LogRecords`.
  static let arguments = [
    "log", "-z", "--name-only", "--no-renames", "--diff-merges=first-parent", "--date=iso-strict",
    "--format=%x1e%H%x1f%P%x1f%ct%x1f%an%x1f%ad%x1f%B%x1f",
  ]

  /// The commits in what git printed, in its order.
  ///
  /// - Parameter author: who made a commit whose message is not to be believed; nil for any other.
  static func records(_ output: [UInt8], author: (ObjectID) -> Author? = { _ in nil }) -> [LogRecord] {
    LogRecords.split(output, fields: 6).compactMap { record($0, author) }
  }

  private static func record(_ record: LogRecords.Record, _ author: (ObjectID) -> Author?) -> LogRecord? {
    let texts = record.fields
    guard let id = ObjectID(hex: texts[0]), let seconds = Int64(texts[2]) else { return nil }
    let known = author(id)
    let message =
      known == nil
      ? CommitMessage(parsing: texts[5])
      : CommitMessage(subject: CommitMessage(parsing: texts[5]).subject, author: known)
    let entry = LogEntry(
      commit: id, author: AuthorRecord(message.author ?? .user, personName: texts[3]), machine: message.machine,
      time: LogRecords.zoned(texts[4]), subject: message.subject, paths: record.paths.map { NameText.decode($0) },
      model: message.model,
      tool: message.tool, change: message.change)
    return LogRecord(
      entry: entry, parents: texts[1].split(separator: " ").compactMap { ObjectID(hex: String($0)) }, seconds: seconds,
      renamed: message.renamed, isForeign: known != nil || message.author == nil)
  }
}
