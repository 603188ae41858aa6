import Glibc

extension FileStamp {
  /// Converts a `stat`.
  init(_ facts: stat) {
    let kind: Kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFLNK: .symlink
      case S_IFDIR: .directory
      default: .other
      }
    self.init(
      kind: kind, size: Int64(facts.st_size), modified: Self.nanoseconds(facts.st_mtim),
      changed: Self.nanoseconds(facts.st_ctim), inode: UInt64(facts.st_ino), device: UInt64(facts.st_dev),
      permissions: facts.st_mode & 0o7777, links: UInt64(facts.st_nlink), owner: facts.st_uid, group: facts.st_gid)
  }

  /// Overflow wraps around instead of trapping: a damaged file system can report any time.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
