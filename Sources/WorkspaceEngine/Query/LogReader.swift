internal import Documents
internal import GitObjects

/// Reads what `git log` prints in the form that `arguments` asks for. Pure.
enum LogReader {
  /// The format: each commit begins with a record separator, its fields end with unit separators.
  static let arguments = [
    "log", "-z", "--name-only", "--no-renames", "--diff-merges=first-parent", "--date=iso-strict",
    "--format=%x1e%H%x1f%P%x1f%ct%x1f%an%x1f%ad%x1f%B%x1f",
  ]

  /// The commits in what git printed, in its order.
  ///
  /// A commit begins behind a zero byte, which no message can hold: one with a record separator in it forges none.
  static func records(_ output: [UInt8]) -> [LogRecord] {
    let starts = output.indices.filter { output[$0] == 0x1e && ($0 == 0 || output[$0 - 1] == 0) }
    return zip(starts, starts.dropFirst() + [output.count]).compactMap { record(output[($0 + 1)..<$1]) }
  }

  /// Returns a time with `Z` for no offset, for which git writes `Z` or `+00:00` depending on its version.
  private static func zoned(_ time: String) -> String {
    time.hasSuffix("+00:00") ? time.dropLast(6) + "Z" : time
  }

  private static func record(_ record: ArraySlice<UInt8>) -> LogRecord? {
    let head = record.prefix { $0 != 0 }
    // The message comes last, whatever is in it, and ends with a separator.
    let texts = head.dropLast().split(separator: 0x1f, maxSplits: 5, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard texts.count == 6, head.last == 0x1f, let id = ObjectID(hex: texts[0]), let seconds = Int64(texts[2]) else {
      return nil
    }
    let message = CommitMessage(parsing: texts[5])
    let paths = record.dropFirst(head.count).split(separator: 0).map { bytes -> String in
      let trimmed = bytes.first == UInt8(ascii: "\n") ? bytes.dropFirst() : bytes
      return NameText.decode(trimmed)
    }
    let entry = LogEntry(
      commit: id, author: AuthorRecord(message.author ?? .user, personName: texts[3]), machine: message.machine,
      time: zoned(texts[4]), subject: message.subject, paths: paths.filter { !$0.isEmpty }, model: message.model,
      tool: message.tool, change: message.change)
    return LogRecord(
      entry: entry, parents: texts[1].split(separator: " ").compactMap { ObjectID(hex: String($0)) }, seconds: seconds,
      renamed: message.renamed, isForeign: message.author == nil)
  }
}
