internal import FileSystem
internal import Glibc
internal import Synchronization

/// An object on its way: a file in `incomplete/` that grows, is hashed as it does, and gets its name when it is whole.
///
/// What is there when a transfer is cut off stays for the next try, with the server's mark of the version (`ETag`) beside
/// it; what turns out to be wrong goes. One at a time for an object: the file is locked (`flock`).
package final class Arrival: Sendable {
  /// What comes.
  package let pointer: Pointer
  /// How many bytes were there already when it began.
  package let begun: Int
  /// The server's mark of the version those bytes are of; nil where it gave none.
  package let entityTag: String?

  private struct Progress: ~Copyable {
    var hash: ContentHash
    /// With what is in `pending`.
    var size: Int
    /// The last bytes, not yet in the file: some servers send pieces of 200 bytes, and a call for each took longer than
    /// all else.
    var pending: [UInt8] = []
    var behind = WriteBehind()
  }

  /// How many bytes wait for the file at most.
  private static let pendingLimit = 256 << 10

  private let folder: ObjectFolder
  private let file: OpenFile
  private let progress: Mutex<Progress>

  private init(
    _ pointer: Pointer, _ folder: ObjectFolder, _ file: consuming OpenFile, _ hash: consuming ContentHash, begun: Int,
    entityTag: String?
  ) {
    self.pointer = pointer
    self.folder = folder
    self.file = file
    self.begun = begun
    self.entityTag = entityTag
    progress = Mutex(Progress(hash: hash, size: begun))
  }

  deinit {
    // What came is there for the next try.
    progress.withLock { progress in _ = try? Self.write(&progress, to: file) }
  }

  /// Begins or goes on; nil where the same object is on its way already, in this process or another.
  package static func begin(_ pointer: Pointer, in folder: ObjectFolder) throws(ObjectFolderError) -> Arrival? {
    try folder.makeFolder(folder.incomplete)
    let path = folder.part(of: pointer.id)
    let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      if error == EWOULDBLOCK { return nil }
      throw ObjectFolderError(errno: error, path: path)
    }
    let status = try file.status()
    // Between opening and locking, whoever had it may have finished: this file is the object then, or gone.
    var named = stat()
    guard stat(path, &named) == 0, named.st_ino == status.st_ino else { return nil }
    var size = Int(status.st_size)
    let tag = folder.entityTag(of: pointer.id)
    if size >= pointer.size {
      try file.resize(to: 0)
      size = 0
    }
    var hash = ContentHash()
    try file.hash(upTo: size, into: &hash)
    return Arrival(pointer, folder, file, hash, begun: size, entityTag: size > 0 ? tag : nil)
  }

  /// How many bytes are there.
  package var size: Int { progress.withLock { $0.size } }

  /// Takes the next bytes.
  ///
  /// - Returns: whether it is time to tell somebody how many there are.
  /// - Throws: `.wrongSize` as soon as there are more than the pointer says; `.noSpace` and its like.
  @discardableResult
  package func take(_ bytes: UnsafeRawBufferPointer) throws(ObjectFolderError) -> Bool {
    try progress.withLock { progress throws(ObjectFolderError) in
      let size = progress.size + bytes.count
      guard size <= pointer.size else { throw .wrongSize(pointer.id, expected: pointer.size, found: size) }
      let isFull = progress.pending.count + bytes.count >= Self.pendingLimit
      if isFull {
        try Self.write(&progress, to: file)
        try file.write(bytes, at: progress.size)
        progress.behind.note(size: size, of: file)
      } else {
        progress.pending += bytes
      }
      progress.hash.add(bytes)
      progress.size = size
      return isFull || size == pointer.size
    }
  }

  private static func write(_ progress: inout Progress, to file: borrowing OpenFile) throws(ObjectFolderError) {
    guard !progress.pending.isEmpty else { return }
    let pending = progress.pending
    progress.pending = []
    var failure: ObjectFolderError?
    pending.withUnsafeBytes { bytes in
      do throws(ObjectFolderError) { try file.write(bytes, at: progress.size - bytes.count) } catch { failure = error }
    }
    // The bytes are lost, and with them where the file would go on.
    if let failure { throw failure }
  }

  /// Begins anew: the server gives all of it, or another version of it.
  package func restart(entityTag: String?) throws(ObjectFolderError) {
    try progress.withLock { progress throws(ObjectFolderError) in
      try file.resize(to: 0)
      progress.size = 0
      progress.pending = []
      progress.hash = ContentHash()
      progress.behind.restart()
    }
    folder.setEntityTag(entityTag, of: pointer.id)
  }

  /// Checks size and hash, flushes, and gives the object its name. What is wrong is removed; what is short stays, so that
  /// the next try can go on.
  package func finish() throws(ObjectFolderError) {
    try complete()
    try flush()
    try name()
    try flushName()
  }

  /// Flushes the content.
  func flush() throws(ObjectFolderError) { try file.flush() }

  /// Flushes the name; where that fails the object has none any more, so that it comes again.
  func flushName() throws(ObjectFolderError) {
    do throws(ObjectFolderError) { try folder.flushName(of: pointer.id) } catch {
      try? folder.remove(pointer.id)
      throw error
    }
  }

  /// Checks size and hash, and has all bytes in the file; what is wrong is removed. Once.
  func complete() throws(ObjectFolderError) {
    let size = size
    guard size == pointer.size else { throw .wrongSize(pointer.id, expected: pointer.size, found: size) }
    let hash = try progress.withLock { progress throws(ObjectFolderError) in
      try Self.write(&progress, to: file)
      var taken = ContentHash()
      swap(&taken, &progress.hash)
      return taken
    }
    guard try Hashing.id(hash) == pointer.id else {
      discard()
      throw .wrongContent(pointer.id)
    }
  }

  /// Gives the object its name, after `complete` and `flush`; the name is not flushed.
  func name() throws(ObjectFolderError) {
    _ = try folder.name(folder.part(of: pointer.id), as: pointer)
    folder.setEntityTag(nil, of: pointer.id)
  }

  /// Removes what came.
  package func discard() {
    unlink(folder.part(of: pointer.id))
    folder.setEntityTag(nil, of: pointer.id)
  }
}
