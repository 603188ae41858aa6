import CLinux
import Glibc

extension DiskTree {
  package func create(
    _ location: FileLocation, bytes: [UInt8], permissions: UInt32, durable: Bool
  ) throws(FileError) {
    let place = try place(location, .create)
    let number = place.open(O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
    guard number >= 0 else { throw FileError(errno: -number, .create, location) }
    let file = Descriptor(owning: number)
    var failure = Self.write(bytes, to: number)
    if failure == 0, durable { failure = -SystemCall.result { fdatasync(number) } }
    guard failure == 0 else {
      // A partly written file, or one whose sync failed, is deleted; after a failed sync its pages count as clean.
      if let made = try? stamp(of: file, .create, location), let named = try? place.stamp(.create),
        made.inode == named.inode, made.device == named.device
      {
        _ = place.call { unlinkat($0, $1, 0) }
      }
      throw FileError(errno: failure, .create, location)
    }
  }

  package func createLink(_ location: FileLocation, target: [UInt8]) throws(FileError) {
    let place = try place(location, .createLink)
    guard !target.isEmpty, !target.contains(0) else {
      throw FileError(.other, .createLink, location, "a link needs a target, and no NUL in it")
    }
    let text = target.map { CChar(bitPattern: $0) } + [0]
    let result = place.call { symlinkat(text, $0, $1) }
    guard result >= 0 else { throw FileError(errno: -result, .createLink, location) }
  }

  package func append(_ location: FileLocation, bytes: [UInt8], durable: Bool) throws(FileError) -> FileStamp {
    let place = try place(location, .append)
    if let seen = try place.stamp(.append), seen.kind != .file {
      throw FileError(errno: EISDIR, .append, location)
    }
    let number = place.open(O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, permissions: 0o666)
    guard number >= 0 else { throw FileError(errno: -number, .append, location) }
    let file = Descriptor(owning: number)
    guard try stamp(of: file, .append, location).kind == .file else {
      throw FileError(errno: EISDIR, .append, location)
    }
    var failure = Self.write(bytes, to: number)
    if failure == 0, durable { failure = -SystemCall.result { fdatasync(number) } }
    guard failure == 0 else { throw FileError(errno: failure, .append, location) }
    return try stamp(of: file, .append, location)
  }

  package func share(_ location: FileLocation, contentOf source: Int32) throws(FileError) -> Bool {
    let place = try place(location, .append)
    let number = place.open(O_WRONLY | O_NONBLOCK)
    guard number >= 0 else { throw FileError(errno: -number, .append, location) }
    let file = Descriptor(owning: number)
    // FICLONE, _IOW(0x94, 9, int): the macro is not visible to Swift.
    return ioctl(file.number, UInt(0x4004_9409), source) == 0
  }

  /// Writes all bytes; returns the error number or 0. One call unless the system writes less; on a disk the next call
  /// then returns the reason.
  private static func write(_ bytes: [UInt8], to number: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let result = SystemCall.result {
          Glibc.write(number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        }
        if result < 0 { return Int32(-result) }
        written += result
      }
      return 0
    }
  }

  package func synchronize(_ location: FileLocation) throws(FileError) {
    let result: Int32
    if try stamp(of: location)?.kind == .directory {
      let folder = try openFolder(location, .synchronize)
      let number = folder.number
      result = SystemCall.result { fsync(number) }
    } else {
      let place = try place(location, .synchronize)
      guard let file = try openFile(place, .synchronize) else { throw FileError(errno: ENOENT, .synchronize, location) }
      let number = file.number
      result = SystemCall.result { fdatasync(number) }
    }
    guard result >= 0 else { throw FileError(errno: -result, .synchronize, location) }
  }

  package func synchronizeAll() throws(FileError) {
    let folder = try openFolder(.root, .synchronize)
    let number = folder.number
    let result = SystemCall.result { syncfs(number) }
    guard result >= 0 else { throw FileError(errno: -result, .synchronize, .root) }
  }
}
