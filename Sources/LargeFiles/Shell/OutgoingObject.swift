internal import FileSystem
internal import Glibc
internal import Synchronization

/// An object that is read to be uploaded and hashed meanwhile.
///
/// The last piece is returned only if the hash of all pieces matches the object's name. A damaged object is therefore
/// never uploaded completely, whatever the server checks.
final class OutgoingObject: Sendable {
  private struct Progress: ~Copyable {
    var hash = ContentHash()
    var position = 0
  }

  private let pointer: Pointer
  private let folder: ObjectFolder
  private let file: OpenFile
  private let progress = Mutex(Progress())

  private init(_ pointer: Pointer, _ folder: ObjectFolder, _ file: consuming OpenFile) {
    self.pointer = pointer
    self.folder = folder
    self.file = file
  }

  /// The number of bytes in one write; small, so that a slow connection shows progress.
  private static let slice = 32 << 10

  /// Sends an object in slices. If the server stops reading, its answer contains the reason.
  ///
  /// - Parameters:
  ///   - offset: the first byte to send.
  ///   - write: writes a slice; its second argument is the number of the object's bytes sent with it. It returns false
  ///     if nobody reads it.
  static func send(
    _ pointer: Pointer, from folder: ObjectFolder, _ offset: Int, _ write: ([UInt8], Int) async -> Bool
  ) async -> TransferFault? {
    let object: OutgoingObject
    switch await open(pointer, in: folder, from: offset) {
    case .success(let opened): object = opened
    case .failure(let error): return .local(error)
    }
    var position = offset
    var next = await object.next()
    while true {
      let piece: [UInt8]
      switch next {
      case .success(let bytes): piece = bytes
      case .failure(let error): return .local(error)
      }
      guard !piece.isEmpty else { return nil }
      // The disk reads ahead while the connection writes.
      async let following = object.next()
      for start in stride(from: 0, to: piece.count, by: slice) {
        let end = min(start + slice, piece.count)
        guard await write(Array(piece[start..<end]), position + end) else {
          _ = await following
          return nil
        }
      }
      position += piece.count
      next = await following
    }
  }

  /// Reads and hashes an object, for a transfer that reads the file itself. A damaged object is set aside.
  ///
  /// - Returns: the error; nil if the object is whole. `.cancelled` if the task was cancelled meanwhile.
  static func check(_ pointer: Pointer, in folder: ObjectFolder) async -> TransferFault? {
    let fault = await send(pointer, from: folder, 0) { _, _ in !Task.isCancelled }
    return fault ?? (Task.isCancelled ? .cancelled : nil)
  }

  /// Opens an object, and hashes the bytes that the other end has already.
  ///
  /// - Parameter offset: the first byte to send; less than the object's size.
  static func open(
    _ pointer: Pointer, in folder: ObjectFolder, from offset: Int
  ) async -> Result<OutgoingObject, ObjectFolderError> {
    await DiskQueue.run { () throws(ObjectFolderError) -> OutgoingObject in
      let object = OutgoingObject(pointer, folder, try folder.object(pointer.id))
      try object.skip(to: offset)
      return object
    }
  }

  /// Returns the next piece; an empty one after the last.
  ///
  /// - Returns: `.wrongContent` instead of the last piece if the object is damaged; it is set aside then.
  func next() async -> Result<[UInt8], ObjectFolderError> {
    await DiskQueue.run { () throws(ObjectFolderError) -> [UInt8] in try self.piece(atMost: ObjectFolder.pieceSize) }
  }

  private func skip(to offset: Int) throws(ObjectFolderError) {
    var left = offset
    while left > 0 { left -= try piece(atMost: min(left, ObjectFolder.pieceSize)).count }
  }

  private func piece(atMost limit: Int) throws(ObjectFolderError) -> [UInt8] {
    try progress.withLock { progress throws(ObjectFolderError) in
      let wanted = min(limit, pointer.size - progress.position)
      guard wanted > 0 else { return [] }
      let (bytes, error) = file.bytes(wanted, at: progress.position)
      if let error { throw error }
      guard bytes.count == wanted else {
        throw .wrongSize(pointer.id, expected: pointer.size, found: progress.position + bytes.count)
      }
      bytes.withUnsafeBytes { progress.hash.add($0) }
      progress.position += bytes.count
      guard progress.position == pointer.size else { return bytes }
      var taken = ContentHash()
      swap(&taken, &progress.hash)
      guard try Hashing.id(taken) == pointer.id else {
        folder.setAside(pointer.id)
        throw .wrongContent(pointer.id)
      }
      return bytes
    }
  }
}

extension OpenFile {
  /// Returns the bytes at an offset; fewer at the end of the file.
  fileprivate func bytes(_ count: Int, at offset: Int) -> ([UInt8], ObjectFolderError?) {
    var failure: ObjectFolderError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(ObjectFolderError) {
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch { failure = error }
    }
    return (bytes, failure)
  }
}
