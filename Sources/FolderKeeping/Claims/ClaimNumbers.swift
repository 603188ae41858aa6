package import FileSystem
internal import LocalState
internal import Synchronization
internal import Threads
internal import WorkTree

/// The upper bound of the claim numbers in use, in `.git/stet/claims`: no later run uses a number again, even if the
/// clock was set back in between.
///
/// Numbers begin at the clock, so that numbers of different folders rarely look alike; a run without claims writes
/// nothing.
package final class ClaimNumbers: Sendable {
  /// The size of a reserved block: more than the number of claims that can be granted during one wait.
  private static let block: Int64 = 1 << 24

  private let kept: StoredTable<Int64>
  private let reserved = Mutex<Int64>(0)

  /// Makes the numbers of a folder.
  ///
  /// - Parameter tree: the folder's files; nil keeps the bound only in memory, for tests.
  package init(tree: (any FileTree)?) {
    kept = StoredTable(StoredFile("claims"), in: tree, limit: 64, .name) { bytes in
      Int64(String(decoding: (bytes ?? []).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
    } encode: {
      Array("\($0)\n".utf8)
    }
  }

  /// Returns the number above which the numbers of this run begin.
  func floor(at now: Moment) -> Int64 { max(now.wall / 1_000_000, kept.current) }

  /// Makes the reservation of numbers above `last` durable; usually it exists already.
  ///
  /// - Throws: `FileError` if it cannot be written; no number may be used then.
  package func reserve(above last: Int64) async throws(FileError) {
    guard reserved.withLock({ $0 - last < Self.block / 2 }) else { return }
    let end = last + Self.block
    try await onThread("stet.claims") { () throws(FileError) in try self.kept.change { $0 = max($0, end) } }
    reserved.withLock { $0 = max($0, end) }
  }
}
