import CLinux
import Glibc

/// A name in an open folder, for calls on one path component.
struct DiskPlace: ~Copyable {
  /// The open parent folder.
  let parent: Descriptor
  /// The name in it; never empty, `.` or `..`.
  let name: Substring
  /// The location, for messages.
  let location: FileLocation

  /// Calls a function with the folder's descriptor and the name's bytes; returns the result or a negated error number.
  @inline(__always)
  borrowing func call(_ body: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Int32) -> Int32 {
    let folder = parent.number
    return SystemCall.withBytes(name) { bytes in SystemCall.result { body(folder, bytes) } }
  }

  /// Opens the file; returns the descriptor or a negated error number.
  ///
  /// With `O_NONBLOCK`, a file on which another process holds a lease answers `EAGAIN` instead of waiting; another
  /// thread that is reading the file suffices. The first attempt notifies the holder, so the call is repeated until the
  /// kernel would remove the lease (45 s by default). A FIFO never answers so; a blocking call would wait for its writer
  /// for ever, and no event reports the end of a lease.
  borrowing func open(_ flags: Int32, permissions: UInt32 = 0) -> Int32 {
    for attempt in 0..<50_000 {
      let number = call { openat($0, $1, flags | O_NOFOLLOW | O_CLOEXEC, permissions) }
      guard number == -EAGAIN else { return number }
      if attempt < 100 { sched_yield() } else { poll(nil, 0, 1) }
    }
    return -EAGAIN
  }

  /// Returns the stamp; nil if nothing exists there.
  borrowing func stamp(_ operation: FileOperation) throws(FileError) -> FileStamp? {
    var facts = stat()
    let result = call { fstatat($0, $1, &facts, AT_SYMLINK_NOFOLLOW) }
    if result == -ENOENT { return nil }
    guard result >= 0 else { throw FileError(errno: -result, operation, location) }
    return FileStamp(facts)
  }
}
