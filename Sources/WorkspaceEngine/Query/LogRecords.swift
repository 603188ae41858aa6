/// The commits that `git log -z` printed with a format that begins with a record separator (0x1e), has unit separators
/// (0x1f) between its fields, and ends with the message and one more unit separator. Pure.
///
/// A commit begins behind a zero byte, which no message can hold: one with separators in it forges no commit, field or
/// path.
enum LogRecords {
  /// A commit as it was printed.
  struct Record {
    /// The fields; the message comes last, whatever is in it.
    var fields: [String]
    /// The paths that follow, as bytes.
    var paths: [ArraySlice<UInt8>]
  }

  /// Returns a time with `Z` for no offset, for which git writes `Z` or `+00:00` depending on its version.
  static func zoned(_ time: String) -> String { time.hasSuffix("+00:00") ? time.dropLast(6) + "Z" : time }

  /// The commits with so many fields each, in git's order; what is none is left out.
  static func split(_ output: [UInt8], fields count: Int) -> [Record] {
    let starts = output.indices.filter { output[$0] == 0x1e && ($0 == 0 || output[$0 - 1] == 0) }
    return zip(starts, starts.dropFirst() + [output.count]).compactMap { start, end in
      let bytes = output[(start + 1)..<end]
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
