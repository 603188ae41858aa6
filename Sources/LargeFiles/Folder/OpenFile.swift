internal import FileSystem
internal import Glibc

/// A file descriptor that is closed with its owner, with the system calls that the object folder needs.
struct OpenFile: ~Copyable, Sendable {
  /// The descriptor's number.
  let number: Int32
  /// The path that was opened, for messages.
  let path: String
  private let isOwned: Bool

  /// Opens a file; `O_CLOEXEC` is added.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(ObjectFolderError) {
    number = try Self.call(path) { open(path, flags | O_CLOEXEC, mode) }
    self.path = path
    isOwned = true
  }

  /// Takes ownership of a descriptor.
  init(owning number: Int32, path: String) {
    self.number = number
    self.path = path
    isOwned = true
  }

  /// Borrows a descriptor; its owner closes it after this value is gone.
  init(borrowing number: Int32, path: String) {
    self.number = number
    self.path = path
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Returns the result of `fstat`.
  func status() throws(ObjectFolderError) -> stat {
    var status = stat()
    _ = try Self.call(path) { fstat(number, &status) }
    return status
  }

  /// Reads from an offset until the buffer is full or the file ends.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ObjectFolderError) -> Int {
    try Self.read(number, path, into: buffer, at: offset)
  }

  /// Reads as `read` does, from a borrowed descriptor.
  static func read(
    _ number: Int32, _ path: String, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(ObjectFolderError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let start = buffer.baseAddress.map { $0 + filled }
      let count = try call(path) { pread(number, start, buffer.count - filled, off_t(offset + filled)) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Writes all bytes at an offset.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ObjectFolderError) {
    var written = 0
    while written < bytes.count {
      let start = bytes.baseAddress.map { $0 + written }
      written += try Self.call(path) { pwrite(number, start, bytes.count - written, off_t(offset + written)) }
    }
  }

  /// Makes this file share another file's blocks (`FICLONE`); false if the file system, or this pair of them, does not
  /// support it.
  func clone(from source: Int32) -> Bool {
    // _IOW(0x94, 9, int): the macro is not visible to Swift.
    ioctl(number, UInt(0x4004_9409), source) == 0
  }

  /// Flushes content and size to the device.
  func flush() throws(ObjectFolderError) {
    _ = try Self.call(path) { fdatasync(number) }
  }

  /// Truncates or extends the file.
  func resize(to size: Int) throws(ObjectFolderError) {
    _ = try Self.call(path) { ftruncate(number, off_t(size)) }
  }

  /// Runs a system call, repeats it after `EINTR`, and throws if the result is negative.
  static func call<Value: FixedWidthInteger & SignedInteger>(
    _ path: String, _ body: () -> Value
  ) throws(ObjectFolderError) -> Value {
    while true {
      let value = body()
      if value >= 0 { return value }
      let number = errno
      if number != EINTR { throw ObjectFolderError(errno: number, path: path) }
    }
  }
}

/// Hashes a file piece by piece.
enum Hashing {
  /// Returns the id of a file's first `size` bytes; nil if the file is shorter.
  ///
  /// - Parameter proceed: called with the number of bytes hashed; returning false cancels.
  static func id(
    of number: Int32, _ path: String, size: Int, proceed: (Int) -> Bool = { _ in true }
  ) throws(ObjectFolderError) -> ContentID? {
    var hash = ContentHash()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ObjectFolder.pieceSize, alignment: 4_096)
    defer { buffer.deallocate() }
    var position = 0
    while position < size {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size - position))
      let count = try OpenFile.read(number, path, into: wanted, at: position)
      if count == 0 { return nil }
      hash.add(UnsafeRawBufferPointer(rebasing: wanted[..<count]))
      position += count
      guard proceed(position) else { throw .cancelled }
    }
    return try id(hash)
  }

  /// Returns the id of the bytes that were added to a hash.
  static func id(_ hash: consuming ContentHash) throws(ObjectFolderError) -> ContentID {
    guard let bytes = hash.finish(), let id = ContentID(bytes: bytes) else {
      throw .system(path: "SHA-256", errno: 12)
    }
    return id
  }
}

/// Starts writing a file's pages to the device while more bytes are written, so that the final flush has little left to
/// do.
///
/// Nothing is durable by that; the flush reports a failed write.
struct WriteBehind {
  /// The number of bytes that are started together.
  private static let step = 8 << 20

  private var begun = 0

  /// Notes that the file was written up to a size.
  mutating func note(size: Int, of file: borrowing OpenFile) {
    guard size - begun >= Self.step else { return }
    DeviceWriting.begin(file.number, from: begun, count: size - begun)
    begun = size
  }

  /// Starts again, for a file that is rewritten from its first byte.
  mutating func restart() { begun = 0 }
}
