internal import FileSystem
internal import GitObjects
internal import History
internal import Synchronization

/// Up to where claims' numbers may have been given, in `.git/stet/claims`: no later run gives one again, also where the
/// clock was set back between them.
///
/// Numbers begin at the clock, so that those of different folders rarely look alike; a run in which nobody claims
/// anything writes nothing.
final class ClaimNumbers: Sendable {
  private static let location = FileLocation.store("claims")
  /// How many are kept free at once: more than can be given while one claim is waited for.
  private static let block: Int64 = 1 << 24

  /// The folder's files; nil keeps nothing, for tests.
  private let tree: (any FileTree)?
  private let reserved = Mutex<Int64>(0)

  /// Numbers of a folder.
  init(tree: (any FileTree)?) { self.tree = tree }

  /// What the numbers of a run are above.
  func floor(at now: Moment) -> Int64 {
    let kept = (try? tree?.read(Self.location, limit: 64))?.flatMap { content in
      Int64(String(decoding: content.bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
    return max(now.wall / 1_000_000, kept ?? 0)
  }

  /// Keeps for good that numbers above `last` are about to be given; most often it is kept already.
  ///
  /// - Throws: `FileError` where it cannot be written; then none may be given.
  func reserve(above last: Int64) throws(FileError) {
    guard let tree else { return }
    try reserved.withLock { reserved throws(FileError) in
      guard reserved - last < Self.block / 2 else { return }
      let fresh = FileLocation.store("claims.new")
      try tree.remove(fresh)
      try tree.create(fresh, bytes: Array("\(last + Self.block)\n".utf8), permissions: 0o600, durable: true)
      try tree.replace(Self.location, with: fresh)
      try tree.synchronize(.store)
      reserved = last + Self.block
    }
  }
}
