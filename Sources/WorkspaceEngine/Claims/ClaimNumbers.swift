internal import FileSystem
internal import GitObjects
internal import History
internal import LocalState
internal import Synchronization
internal import Threads

/// Up to where claims' numbers may have been given, in `.git/stet/claims`: no later run gives one again, also where the
/// clock was set back between them.
///
/// Numbers begin at the clock, so that those of different folders rarely look alike; a run in which nobody claims
/// anything writes nothing.
final class ClaimNumbers: Sendable {
  /// How many are kept free at once: more than can be given while one claim is waited for.
  private static let block: Int64 = 1 << 24

  private let kept: StoredTable<Int64>
  private let reserved = Mutex<Int64>(0)

  /// Numbers of a folder.
  ///
  /// - Parameter tree: the folder's files; nil keeps nothing, for tests.
  init(tree: (any FileTree)?) {
    kept = StoredTable(StoredFile("claims"), in: tree, limit: 64, .name) { bytes in
      Int64(String(decoding: (bytes ?? []).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
    } encode: {
      Array("\($0)\n".utf8)
    }
  }

  /// Returns what the numbers of a run are above.
  func floor(at now: Moment) -> Int64 { max(now.wall / 1_000_000, kept.current) }

  /// Keeps for good that numbers above `last` are about to be given; most often it is kept already.
  ///
  /// - Throws: `FileError` where it cannot be written; then none may be given.
  func reserve(above last: Int64) async throws(FileError) {
    guard reserved.withLock({ $0 - last < Self.block / 2 }) else { return }
    let end = last + Self.block
    try await onThread("stet.claims") { () throws(FileError) in try self.kept.change { $0 = max($0, end) } }
    reserved.withLock { $0 = max($0, end) }
  }
}
