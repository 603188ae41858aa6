internal import FileSystem
internal import FoundationEssentials
internal import LocalState
internal import WorkspaceAPI

/// The calls of models that were made for this workspace: `.git/stet/usage.jsonl`, one line of JSON a call, only ever
/// appended to.
struct UsageLog {
  private static let location = StoredFile("usage.jsonl").location
  private static let longest: Int64 = 1 << 28

  /// The folder's files.
  let tree: any FileTree

  /// The largest number of tokens of a call: sums of damaged lines must not overflow.
  private static let most = 1 << 40

  private static func isPossible(_ use: ModelUse) -> Bool {
    [use.input, use.cacheRead, use.cacheWrite, use.output].allSatisfy { (0...most).contains($0) }
  }

  /// Appends a call; it is durable when the function returns.
  ///
  /// - Throws: `FileError`; the call is not recorded then, or not as a whole line.
  func add(_ use: ModelUse) throws(FileError) {
    guard let line = StoredFile.json(use) else { return }
    let before = try tree.read(Self.location, limit: Self.longest)?.bytes
    // An append would make a file that others may read.
    if before == nil { try tree.create(Self.location, bytes: [], permissions: 0o600, durable: false) }
    // A power cut may have left a part of a line.
    let isTorn = before?.last.map { $0 != UInt8(ascii: "\n") } ?? false
    _ = try tree.append(Self.location, bytes: (isTorn ? [0x0A] : []) + line + [0x0A], durable: true)
  }

  /// Returns the calls, oldest first, and the number of lines that are none.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  func calls() throws(FileError) -> (calls: [ModelUse], broken: Int) {
    let bytes = try tree.read(Self.location, limit: Self.longest)?.bytes ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    let calls = lines.compactMap { try? decoder.decode(ModelUse.self, from: Data($0)) }.filter(Self.isPossible)
    return (calls, lines.count - calls.count)
  }
}
