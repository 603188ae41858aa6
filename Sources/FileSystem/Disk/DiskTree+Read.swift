import CLinux
import Glibc

extension DiskTree {
  package func read(_ location: FileLocation, limit: Int64) throws(FileError) -> FileContent? {
    guard let place = try placeIfAny(location, .read) else { return nil }
    if try place.stamp(.read)?.kind == .symlink {
      return try readLink(place)
    }
    guard let file = try openFile(place, .read) else { return nil }
    var latest: FileContent?
    for _ in 0..<3 {
      let answer = Lease.take(F_RDLCK, on: file)
      let isLeased = answer == .granted
      let before: FileStamp
      let bytes: [UInt8]
      let after: FileStamp
      let isWhole: Bool
      do {
        // The lease must be released on every path; `defer` cannot return whether it was broken.
        before = try stamp(of: file, .read, location)
        bytes = try contents(of: file, expected: before.size, limit: limit, location)
        after = try stamp(of: file, .read, location)
        isWhole = isLeased && Lease.giveBack(on: file)
      } catch {
        if isLeased { _ = Lease.giveBack(on: file) }
        throw error
      }
      let isUnchanged = before.sameContent(as: after) && after.size == Int64(bytes.count)
      let isSettled = isWhole || answer == .unavailable && Self.isIdle(after)
      let content = FileContent(bytes: bytes, stamp: after, isSettled: isSettled && isUnchanged)
      if isUnchanged { return content }
      latest = content
    }
    return latest
  }

  package func readPieces(
    of location: FileLocation, share: (_ descriptor: Int32) -> Bool, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading? {
    guard let place = try placeIfAny(location, .read) else { return nil }
    if try place.stamp(.read)?.kind == .symlink { throw FileError(errno: EISDIR, .read, location) }
    guard let file = try openFile(place, .read) else { return nil }
    let answer = Lease.take(F_RDLCK, on: file)
    let isLeased = answer == .granted
    do {
      let before = try stamp(of: file, .read, location)
      if answer == .conflict { return FileReading(stamp: before, isSettled: false) }
      var position = 0
      var goesOn = true
      let isShared = share(file.number)
      while goesOn, !isShared {
        let piece = try piece(of: file, at: position, location)
        if piece.isEmpty { break }
        position += piece.count
        goesOn = take(piece) && (!isLeased || Lease.isWhole(on: file))
      }
      let after = try stamp(of: file, .read, location)
      let isWhole = isLeased && Lease.giveBack(on: file)
      let isUnchanged = goesOn && before.sameContent(as: after) && (isShared || after.size == Int64(position))
      let isSettled = isWhole || answer == .unavailable && Self.isIdle(after)
      return FileReading(stamp: after, isSettled: isSettled && isUnchanged)
    } catch {
      if isLeased { _ = Lease.giveBack(on: file) }
      throw error
    }
  }

  private func piece(
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

  /// Returns whether a file without a possible lease, for example another owner's, has not changed for the settle time
  /// of a plain change; there is no other evidence of its writers.
  private static func isIdle(_ stamp: FileStamp) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - stamp.modified >= 200_000_000
  }

  /// Returns a link's target, read from a descriptor of the link itself.
  private func readLink(_ place: borrowing DiskPlace) throws(FileError) -> FileContent? {
    let number = place.call { openat($0, $1, clinux_o_path | O_NOFOLLOW | O_CLOEXEC) }
    if number == -ENOENT { return nil }
    guard number >= 0 else { throw FileError(errno: -number, .read, place.location) }
    let link = Descriptor(owning: number)
    let stamp = try stamp(of: link, .read, place.location)
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = SystemCall.result { readlinkat(link.number, "", &target, target.count) }
    let failure = Int32(-min(0, count))
    // The link was replaced by another kind between stat and open.
    if failure == ENOENT || failure == EINVAL { return nil }
    guard failure == 0 else { throw FileError(errno: failure, .read, place.location) }
    let bytes = target[..<count].map { UInt8(bitPattern: $0) }
    return FileContent(bytes: bytes, stamp: stamp, isSettled: true)
  }

  /// Reads all bytes of a file.
  private func contents(
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

  private static func tooLarge(_ location: FileLocation, limit: Int64) -> FileError {
    FileError(.tooLarge, .read, location, "it is larger than \(limit) bytes")
  }
}

/// A lease on a file: while it is held, the kernel notifies the holder before another process can open the file for
/// writing (F13).
///
/// Shared writable mappings count as writers, even after their descriptor was closed. A writer that opens the file
/// meanwhile waits until the lease is released (at most `/proc/sys/fs/lease-break-time`), so a lease is held for one
/// read only (A11).
enum Lease {
  /// The result of a request.
  enum Answer {
    /// It was granted.
    case granted
    /// Another process has the file open in a conflicting mode.
    case conflict
    /// A lease is not possible: another user's file, or a file system without leases.
    case unavailable
  }

  /// Requests a lease of type `F_RDLCK` (no writer) or `F_WRLCK` (no other user of the file).
  static func take(_ kind: Int32, on file: borrowing Descriptor) -> Answer {
    let number = file.number
    return switch SystemCall.result({ fcntl(number, clinux_f_setlease, kind) }) {
    case 0...: .granted
    case -EAGAIN: .conflict
    default: .unavailable
    }
  }

  /// Returns whether the held read lease was not contested since it was taken.
  static func isWhole(on file: borrowing Descriptor) -> Bool {
    let number = file.number
    return SystemCall.result { fcntl(number, clinux_f_getlease) } == F_RDLCK
  }

  /// Releases the lease; returns false if another process had requested that, or the kernel had removed it.
  static func giveBack(on file: borrowing Descriptor) -> Bool {
    let number = file.number
    let wasWhole = isWhole(on: file)
    _ = SystemCall.result { fcntl(number, clinux_f_setlease, F_UNLCK) }
    return wasWhole
  }
}
