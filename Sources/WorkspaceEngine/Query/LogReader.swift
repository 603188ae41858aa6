internal import Documents
internal import GitObjects

/// Reads what `git log` prints in the form that `arguments` asks for. Pure.
enum LogReader {
  /// The format: each commit begins with a record separator, its fields end with unit separators.
  static let arguments = [
    "log", "-z", "--name-only", "--no-renames", "--diff-merges=first-parent", "--date=iso-strict",
    "--format=%x1e%H%x1f%an%x1f%ad%x1f%B%x1f",
  ]

  /// The entries in what git printed, in its order.
  static func entries(_ output: [UInt8]) -> [LogEntry] {
    output.split(separator: 0x1e).compactMap(entry)
  }

  /// A time as all of Stet writes it: `Z` for no offset, where older versions of git write `+00:00`.
  private static func zoned(_ time: String) -> String {
    time.hasSuffix("+00:00") ? time.dropLast(6) + "Z" : time
  }

  private static func entry(_ record: ArraySlice<UInt8>) -> LogEntry? {
    let fields = record.split(separator: 0x1f, maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count == 5, let id = ObjectID(hex: String(decoding: fields[0], as: UTF8.self)) else { return nil }
    let message = CommitMessage(parsing: String(decoding: fields[3], as: UTF8.self))
    let name = String(decoding: fields[1], as: UTF8.self)
    let paths = fields[4].split(separator: 0).map { bytes -> String in
      let trimmed = bytes.first == UInt8(ascii: "\n") ? bytes.dropFirst() : bytes
      return NameText.decode(trimmed)
    }
    return LogEntry(
      commit: id, author: AuthorRecord(message.author ?? .user, personName: name), machine: message.machine,
      time: zoned(String(decoding: fields[2], as: UTF8.self)), subject: message.subject,
      paths: paths.filter { !$0.isEmpty }, model: message.model, tool: message.tool, change: message.change)
  }
}
