internal import Documents
internal import GitObjects
internal import WorkspaceAPI

/// A parser for the output of `git log -z` in a format that begins with a record separator (0x1e) and `mark`, has unit
/// separators (0x1f) between its fields, and ends with the message and one more unit separator. Pure.
///
/// A commit begins after a zero byte, which no message can contain: a message with separators forges no commit, field
/// or path. A path also follows a zero byte, but cannot contain the mark, which is random.
enum LogRecords {
  /// The text at the beginning of each commit. It is random for each process, so no file name can forge it.
  static let mark = String(UInt64.random(in: .min ... .max), radix: 16)
  /// The beginning of a format of these records.
  static let begin = "%x1e" + mark + "%x1f"

  /// A commit in the output.
  struct Record {
    /// The fields; the message comes last, whatever it contains.
    var fields: [String]
    /// The paths that follow, as bytes.
    var paths: [ArraySlice<UInt8>]
  }

  /// Returns a time with `Z` for no offset, for which git writes `Z` or `+00:00` depending on its version.
  static func zoned(_ time: String) -> String { time.hasSuffix("+00:00") ? time.dropLast(6) + "Z" : time }

  /// Returns the commits that have `count` fields, in git's order; skips other records.
  static func split(_ output: [UInt8], fields count: Int) -> [Record] {
    let begin = [0x1e] + Array(mark.utf8) + [0x1f]
    let starts = output.indices.filter {
      output[$0] == 0x1e && ($0 == 0 || output[$0 - 1] == 0) && output[$0...].starts(with: begin)
    }
    return zip(starts, starts.dropFirst() + [output.count]).compactMap { start, end in
      let bytes = output[(start + begin.count)..<end]
      let head = bytes.prefix { $0 != 0 }
      let fields = head.dropLast().split(separator: 0x1f, maxSplits: count - 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == count, head.last == 0x1f else { return nil }
      let paths = bytes.dropFirst(head.count).split(separator: 0).map {
        $0.first == UInt8(ascii: "\n") ? $0.dropFirst() : $0
      }
      return Record(fields: fields, paths: paths.filter { !$0.isEmpty })
    }
  }
}

/// A commit as `git log` prints it, with the facts for following a file to earlier names.
struct LogRecord {
  /// The entry for people and programs.
  var entry: LogEntry
  /// The commit's parents.
  var parents: [ObjectID]
  /// The committer's time, in seconds since 1970.
  var seconds: Int64
  /// The renames that it names.
  var renamed: [PathRename]
  /// Whether another program made the commit, which then names no renames.
  var isForeign: Bool

  /// Returns the name before this commit, if the commit names a rename of the file or of a folder that contains it.
  func nameBefore(_ path: WorkspacePath) -> WorkspacePath? {
    renamed.nameBefore(path.string).flatMap { try? WorkspacePath($0) }
  }
}
