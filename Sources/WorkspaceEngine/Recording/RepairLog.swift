internal import Documents
internal import FileSystem
internal import History
internal import LocalState

/// What Stet mended by itself, in `.git/stet/repairs`: a line each of the time and a sentence. `stet doctor` shows it for
/// 30 days.
struct RepairLog {
  private static let file = StoredFile("repairs")
  private static let kept: Int64 = 30 * 86_400
  private static let limit = 200

  /// The folder's files.
  let tree: any FileTree

  /// What was mended in the last 30 days, oldest first.
  func list(now: Int64) -> [(seconds: Int64, sentence: String)] {
    guard let content = try? tree.read(Self.file.location, limit: 1 << 20) else { return [] }
    return String(decoding: content.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2, let seconds = Int64(fields[0]), now - seconds < Self.kept else { return nil }
      return (seconds, TrailerText.unescape(fields[1]))
    }
  }

  /// Notes what was mended just now. What cannot be noted was mended all the same.
  func note(_ sentences: [String], now: Int64) {
    guard !sentences.isEmpty else { return }
    let lines = (list(now: now) + sentences.map { (now, $0) }).suffix(Self.limit)
    let text = lines.map { "\($0.seconds) \(TrailerText.escape($0.sentence))\n" }.joined()
    try? Self.file.write(Array(text.utf8), .volatile, in: tree)
  }
}
