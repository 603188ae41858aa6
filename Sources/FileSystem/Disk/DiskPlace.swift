import Glibc

/// A name in an opened folder: what one-component calls work on.
struct DiskPlace: ~Copyable {
  /// The folder.
  let parent: Descriptor
  /// The name in it; never empty, `.` or `..`.
  let name: Substring
  /// Where that is.
  let location: FileLocation

  /// Calls with the folder's descriptor and the name's bytes; the result or a negated error number.
  @inline(__always)
  borrowing func call(_ body: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Int32) -> Int32 {
    let folder = parent.number
    return SystemCall.withBytes(name) { bytes in SystemCall.result { body(folder, bytes) } }
  }

  /// Opens what stands there; the descriptor or a negated error number.
  ///
  /// With `O_NONBLOCK` a file on which somebody has a lease answers `EAGAIN`, where one without it would wait; another
  /// thread that is just reading the file is enough. Asking has told the holder, so it is asked again until the kernel
  /// would take the lease away (45 s by default). A FIFO never answers so.
  borrowing func open(_ flags: Int32, permissions: UInt32 = 0) -> Int32 {
    for attempt in 0..<50_000 {
      let number = call { openat($0, $1, flags | O_NOFOLLOW | O_CLOEXEC, permissions) }
      guard number == -EAGAIN else { return number }
      if attempt < 100 { sched_yield() } else { poll(nil, 0, 1) }
    }
    return -EAGAIN
  }

  /// What stands there; nil where nothing does.
  borrowing func stamp(_ operation: FileOperation) throws(FileError) -> FileStamp? {
    var facts = stat()
    let result = call { fstatat($0, $1, &facts, AT_SYMLINK_NOFOLLOW) }
    if result == -ENOENT { return nil }
    guard result >= 0 else { throw FileError(errno: -result, operation, location) }
    return FileStamp(facts)
  }
}
