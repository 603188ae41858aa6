internal import Documents
internal import FileSystem
internal import LocalState

/// The repairs that Stet made by itself, in `.git/stet/repairs`: one line each, with the time and a sentence. They are
/// shown by `stet doctor` for 30 days.
struct RepairLog {
  private static let file = StoredFile("repairs")
  private static let kept: Int64 = 30 * 86_400
  private static let limit = 200

  /// The folder's files.
  let tree: any FileTree

  /// Returns the repairs of the last 30 days, oldest first.
  ///
  /// - Parameter now: the time in seconds.
  func list(now: Int64) -> [(seconds: Int64, sentence: String)] {
    guard let content = try? tree.read(Self.file.location, limit: 1 << 20) else { return [] }
    return String(decoding: content.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2, let seconds = Int64(fields[0]), now - seconds < Self.kept else { return nil }
      return (seconds, TrailerText.unescape(fields[1]))
    }
  }

  /// Adds repairs made just now. If the write fails, the repairs themselves remain.
  func note(_ sentences: [String], now: Int64) {
    guard !sentences.isEmpty else { return }
    let lines = (list(now: now) + sentences.map { (now, $0) }).suffix(Self.limit)
    let text = lines.map { "\($0.seconds) \(TrailerText.escape($0.sentence))\n" }.joined()
    try? Self.file.write(Array(text.utf8), .volatile, in: tree)
  }
}
