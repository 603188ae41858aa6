internal import CGit2
internal import GitObjects
internal import Glibc

/// A blob in a pack that is read piece by piece, also if it is stored as a delta.
///
/// libgit2 reads an object of a pack only as a whole, and a delta together with its base. Git makes no deltas of files
/// above 512 MB (`core.bigFileThreshold`); the packs of other programs contain deltas of smaller ones.
struct PackedBlob: ~Copyable {
  /// The size in bytes above which a delta is read in pieces: its base is written to a file for that.
  private static let largeDelta: Int64 = 4 << 20
  /// The greatest number of deltas on deltas that are read; git makes chains of 50 (`pack.depth`).
  private static let longestChain = 200

  private let entry: PackEntry
  private let directory: GitDirectory

  private init(entry: consuming PackEntry, directory: GitDirectory) {
    self.entry = entry
    self.directory = directory
  }

  /// Finds a blob in the packs of a repository; nil if no pack stores it, or only as a small delta.
  static func find(_ id: ObjectID, in directory: GitDirectory) -> PackedBlob? {
    guard let entry = PackEntry.find(id, in: directory) else { return nil }
    if case .blob = entry.form { return PackedBlob(entry: entry, directory: directory) }
    guard let size = PackDelta.resultSize(of: entry), size > largeDelta else { return nil }
    return PackedBlob(entry: entry, directory: directory)
  }

  /// Reads the content piece by piece.
  ///
  /// - Throws: errors of `take`; `ObjectStoreError.failed` if the bytes are damaged by zlib's checksum, or a delta does
  ///   not fit its base.
  func read(_ take: ([UInt8]) throws -> Void) throws {
    try Self.read(entry, in: directory, chain: 0, take)
  }

  private static func read(
    _ entry: borrowing PackEntry, in directory: GitDirectory, chain: Int, _ take: ([UInt8]) throws -> Void
  ) throws {
    guard chain <= longestChain else { throw damaged }
    switch entry.form {
    case .blob:
      guard try ObjectStream.inflate(entry.pack, at: entry.start, limit: entry.size, take) == entry.size else {
        throw damaged
      }
    case .offsetDelta(let offset):
      guard let base = entry.other(at: offset) else { throw damaged }
      try apply(entry, to: base, in: directory, chain: chain, take)
    case .delta(let id):
      guard let base = PackEntry.find(id, in: directory) else { throw damaged }
      try apply(entry, to: base, in: directory, chain: chain, take)
    }
  }

  /// Writes the base to a file without a name, and passes on the content that a delta makes of it.
  private static func apply(
    _ delta: borrowing PackEntry, to base: borrowing PackEntry, in directory: GitDirectory, chain: Int,
    _ take: ([UInt8]) throws -> Void
  ) throws {
    // `git prune` deletes a file of this name that a power cut left.
    var name = Array(directory.path("objects/tmp_base_XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw GitError.system("a large object could not be read") }
    defer { close(file) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(name)
    try read(base, in: directory, chain: chain + 1) { piece in
      guard GitDirectory.write(piece, to: file) else { throw GitError.system("a large object could not be read") }
    }
    try PackDelta.apply(delta, to: file, take)
  }

  private static var damaged: ObjectStoreError { .failed("an object in a pack is damaged") }
}
