internal import WorkspaceAPI

/// An incremental parser of the output of `git grep -z -n`: tree and path, zero byte, line number, zero byte, line.
/// Pure.
struct GrepReader {
  /// The number of bytes that are kept of a row: a path is shorter than 4,096 bytes, and at most 1,600 bytes of a line
  /// are shown.
  private static let longestRow = 8_192

  private let prefix: Int
  /// The incomplete row.
  private var row: [UInt8] = []
  /// The number of zero bytes in the row: a newline before the second one is part of a file's name.
  private var zeros = 0

  /// Makes a parser.
  ///
  /// - Parameter prefix: the length in bytes of the searched tree's name with its colon.
  init(prefix: Int) {
    self.prefix = prefix
  }

  /// Parses the next piece of output and returns the hits that it completes.
  mutating func take(_ output: [UInt8]) -> [SearchHit] {
    var hits: [SearchHit] = []
    var rest = output[...]
    while !rest.isEmpty {
      guard let end = rest.firstIndex(of: zeros < 2 ? 0 : UInt8(ascii: "\n")) else {
        add(rest)
        break
      }
      if zeros < 2 {
        add(rest[...end])
        zeros += 1
      } else {
        add(rest[..<end])
        if let hit = hit(row) { hits.append(hit) }
        row.removeAll(keepingCapacity: true)
        zeros = 0
      }
      rest = rest[(end + 1)...]
    }
    return hits
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    row += bytes.prefix(Self.longestRow - row.count)
  }

  private func hit(_ row: [UInt8]) -> SearchHit? {
    let fields = row.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].count > prefix, let line = Int(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    return SearchHit(
      path: String(decoding: fields[0].dropFirst(prefix), as: UTF8.self), line: line, text: GrepLines.text(fields[2]))
  }
}
