internal import FileSystem
internal import Glibc
internal import Synchronization

/// A partially downloaded object: a file in `incomplete/` that is hashed as it grows and renamed when it is complete.
///
/// The bytes of an interrupted transfer are kept for the next try, beside the server's version tag (`ETag`). Wrong
/// bytes are deleted. A lock (`flock`) on the file allows one transfer of an object at a time.
package final class Arrival: IncomingObject {
  /// The object that is downloaded.
  package let pointer: Pointer
  /// The number of bytes that an earlier try had downloaded.
  package let begun: Int
  /// The `ETag` of the version those bytes are from; nil if the server sent none.
  package let entityTag: String?

  private struct Progress: ~Copyable {
    var hash: ContentHash
    /// The number of bytes received, including those in `pending`.
    var size: Int
    /// The last bytes, not yet written to the file. Some servers send pieces of 200 bytes, and one write call each took
    /// longer than all else.
    var pending: [UInt8] = []
    var behind = WriteBehind()
  }

  /// The largest number of bytes that are buffered before they are written.
  private static let pendingLimit = 256 << 10

  let folder: ObjectFolder
  let isOpen = true
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
    // Keeps the buffered bytes for the next try.
    progress.withLock { progress in _ = try? Self.write(&progress, to: file) }
    // A child process that is being started has a copy of the descriptor until it executes its program, so that closing
    // the descriptor here would not end the lock.
    flock(file.number, LOCK_UN)
  }

  /// Starts or continues a download; nil if this or another process is downloading the same object.
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
    // Between open and lock the previous holder may have finished; then the file is the object already, or deleted.
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

  /// The number of bytes received so far.
  package var size: Int { progress.withLock { $0.size } }

  /// Appends the next bytes.
  ///
  /// - Returns: whether progress should be reported now.
  /// - Throws: `.wrongSize` as soon as there are more bytes than the pointer states; `.noSpace` and similar errors.
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
    // The buffered bytes are lost, so the file cannot be continued.
    if let failure { throw failure }
  }

  /// Starts again from the first byte: the server sends the whole object, or another version of it.
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

  func flush() throws(ObjectFolderError) { try file.flush() }

  /// Writes all buffered bytes, and checks size and hash. A file with wrong content is deleted; a short one is kept, so
  /// that the next try can continue it.
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

  func name() throws(ObjectFolderError) -> Bool {
    defer { folder.setEntityTag(nil, of: pointer.id) }
    return try folder.name(folder.part(of: pointer.id), as: pointer)
  }

  /// Deletes the bytes received so far.
  package func discard() {
    unlink(folder.part(of: pointer.id))
    folder.setEntityTag(nil, of: pointer.id)
  }
}
