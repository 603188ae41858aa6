/// Reads what `git grep -z -n` prints: tree and path, zero byte, line number, zero byte, line. Pure.
enum GrepReader {
  /// The hits in what git printed.
  ///
  /// - Parameter prefix: how many bytes the name of the searched tree and its colon take.
  static func hits(_ output: [UInt8], prefix: Int, limit: Int) -> [SearchHit] {
    var hits: [SearchHit] = []
    for row in output.split(separator: UInt8(ascii: "\n")) where hits.count < limit {
      let fields = row.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, fields[0].count > prefix, let line = Int(String(decoding: fields[1], as: UTF8.self))
      else { continue }
      hits.append(
        SearchHit(
          path: String(decoding: fields[0].dropFirst(prefix), as: UTF8.self), line: line,
          text: GrepLines.text(fields[2])))
    }
    return hits
  }
}
