internal import Glibc

/// The status of a file by which another content is noticed, as git does for its index.
struct StatusStamp: Hashable {
  let inode: UInt64
  let size: Int64
  /// The time of the last change of the content.
  let seconds: Int
  /// The fraction of the time.
  let nanoseconds: Int

  /// Takes the stamp from a status.
  init(_ status: stat) {
    (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
