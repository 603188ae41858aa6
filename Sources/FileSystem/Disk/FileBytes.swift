import CLinux
import Glibc

/// Reads and writes the bytes of an open file; reads the target of a link.
enum FileBytes {
  /// Returns the next bytes of a file, at most 1 MiB.
  static func piece(
    of file: borrowing Descriptor, at position: Int, _ location: FileLocation
  ) throws(FileError) -> [UInt8] {
    let number = file.number
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      (count, failure) = Self.fill(buffer, from: number, at: position)
    }
    guard failure == 0 else { throw FileError(errno: failure, .read, location) }
    return piece
  }

  /// Returns a link's target, read from a descriptor of the link itself.
  static func target(of place: borrowing DiskPlace) throws(FileError) -> FileContent? {
    let number = place.call { openat($0, $1, clinux_o_path | O_NOFOLLOW | O_CLOEXEC) }
    if number == -ENOENT { return nil }
    guard number >= 0 else { throw FileError(errno: -number, .read, place.location) }
    let link = Descriptor(owning: number)
    let stamp = try link.stamp(.read, place.location)
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = SystemCall.result { readlinkat(link.number, "", &target, target.count) }
    let failure = Int32(-min(0, count))
    // The link was replaced by another kind between stat and open.
    if failure == ENOENT || failure == EINVAL { return nil }
    guard failure == 0 else { throw FileError(errno: failure, .read, place.location) }
    let bytes = target[..<count].map { UInt8(bitPattern: $0) }
    return FileContent(bytes: bytes, stamp: stamp, isSettled: true)
  }

  /// Returns all bytes of a file.
  ///
  /// - Throws: `FileError.tooLarge` beyond the limit (bytes).
  static func contents(
    of file: borrowing Descriptor, expected: Int64, limit: Int64, _ location: FileLocation
  ) throws(FileError) -> [UInt8] {
    guard expected <= limit else { throw Self.tooLarge(location, limit: limit) }
    let number = file.number
    var failure: Int32 = 0
    // One more than expected, so that growth is detected without another call.
    var bytes = [UInt8](unsafeUninitializedCapacity: Int(expected) + 1) { buffer, count in
      (count, failure) = Self.fill(buffer, from: number, at: 0)
    }
    while failure == 0, Int64(bytes.count) > expected {
      guard Int64(bytes.count) <= limit else { throw Self.tooLarge(location, limit: limit) }
      let start = bytes.count
      let more = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        (count, failure) = Self.fill(buffer, from: number, at: start)
      }
      bytes += more
      if more.count < 1 << 20 { break }
    }
    guard failure == 0 else { throw FileError(errno: failure, .read, location) }
    guard Int64(bytes.count) <= limit else { throw Self.tooLarge(location, limit: limit) }
    return bytes
  }

  /// Reads until the buffer is full or the file ends; returns the number of bytes, and the error number or 0.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, from number: Int32, at offset: Int
  ) -> (Int, Int32) {
    var filled = 0
    while filled < buffer.count {
      let result = SystemCall.result {
        pread(number, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(offset + filled))
      }
      if result < 0 { return (filled, Int32(-result)) }
      if result == 0 { break }
      filled += result
      // Most files are read in one call; another call to see the end would double the number of calls.
      if filled == buffer.count - 1 { break }
    }
    return (filled, 0)
  }

  /// Writes all bytes; returns the error number or 0. One call unless the system writes less; on a disk the next call
  /// then returns the reason.
  static func write(_ bytes: [UInt8], to number: Int32) -> Int32 {
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

  private static func tooLarge(_ location: FileLocation, limit: Int64) -> FileError {
    FileError(.tooLarge, .read, location, "it is larger than \(limit) bytes")
  }
}
