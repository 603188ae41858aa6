import Glibc

/// A file's `stat`: a hint that the file is unchanged, never a proof (review C2).
package struct FileStamp: Hashable, Sendable {
  /// The kind of file.
  package enum Kind: UInt8, Hashable, Sendable {
    /// A regular file.
    case file
    /// A symbolic link (never followed by the tree's calls).
    case symlink
    /// A folder.
    case directory
    /// A FIFO, socket or device: never opened.
    case other
  }

  /// The kind of file.
  package var kind: Kind
  /// The size in bytes; for a link, the length of its target.
  package var size: Int64
  /// The time of the last content change in nanoseconds since 1970.
  package var modified: Int64
  /// The time of the last change of content or attributes in nanoseconds since 1970.
  package var changed: Int64
  /// The inode number.
  package var inode: UInt64
  /// The device number of `stat`.
  package var device: UInt64
  /// The permission bits (0o7777).
  package var permissions: UInt32
  /// The number of hard links.
  package var links: UInt64
  /// The owner's user id.
  package var owner: UInt32
  /// The owner's group id.
  package var group: UInt32

  package init(
    kind: Kind, size: Int64, modified: Int64, changed: Int64, inode: UInt64, device: UInt64, permissions: UInt32,
    links: UInt64, owner: UInt32, group: UInt32
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.device = device
    self.permissions = permissions
    self.links = links
    self.owner = owner
    self.group = group
  }

  /// Returns whether the content is that of the other stamp, as far as `stat` shows it.
  ///
  /// The change time is ignored on purpose: a rename or a new link changes it but not the content.
  package func sameContent(as other: FileStamp) -> Bool {
    kind == other.kind && size == other.size && modified == other.modified && inode == other.inode
      && device == other.device
  }
}

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
