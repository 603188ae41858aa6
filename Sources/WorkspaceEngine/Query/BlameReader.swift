internal import GitObjects
internal import Values

/// Reads the output of `git blame --line-porcelain`. Pure.
enum BlameReader {
  /// One line with git's attribution.
  struct Line: Hashable, Sendable {
    /// The commit that wrote it.
    var commit: ObjectID
    /// The commit's author name.
    var name: String
    /// The author's time in ISO 8601.
    var time: String
    /// The text without its line end.
    var text = ""
    /// The file's name in the commit, in git's quoted form if the name has special characters.
    var path = ""
    /// The number of the line in the commit, from 1.
    var source = 0
    /// Whether git followed the line to a commit whose history it was not to read.
    var isBoundary = false
  }

  /// Returns the lines in git's output.
  static func lines(_ output: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var commit: ObjectID?
    var name = ""
    var path = ""
    var seconds: Int64 = 0
    var zone = 0
    var source = 0
    var isBoundary = false
    for row in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if row.first == UInt8(ascii: "\t") {
        guard let id = commit else { continue }
        let text = String(decoding: row.dropFirst(), as: UTF8.self)
        lines.append(
          Line(
            commit: id, name: name, time: ISOTime.text(seconds, offset: zone), text: text, path: path, source: source,
            isBoundary: isBoundary))
        (commit, isBoundary) = (nil, false)
        continue
      }
      let words = row.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard let key = words.first.map({ String(decoding: $0, as: UTF8.self) }) else { continue }
      let value = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      switch key {
      case "author": name = value
      case "filename": path = value
      case "author-time": seconds = Int64(value) ?? 0
      case "author-tz": zone = Int(value).map { $0 / 100 * 60 + $0 % 100 } ?? 0
      case "boundary": isBoundary = true
      default:
        guard commit == nil, key.utf8.count == 40, let id = ObjectID(hex: key) else { continue }
        commit = id
        source = value.split(separator: " ").first.flatMap { Int($0) } ?? 0
      }
    }
    return lines
  }
}
