/// What `stat` says of a file: a hint that it is unchanged, never a proof (review C2).
package struct FileStamp: Hashable, Sendable {
  /// What stands there.
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

  /// What stands there.
  package var kind: Kind
  /// Bytes; of a link, the length of its target.
  package var size: Int64
  /// Time of the last content change, nanoseconds since 1970.
  package var modified: Int64
  /// Time of the last change of content or attributes, nanoseconds since 1970.
  package var changed: Int64
  /// Inode number.
  package var inode: UInt64
  /// Device number, as `stat` has it.
  package var device: UInt64
  /// Permission bits (0o7777).
  package var permissions: UInt32
  /// Number of hard links.
  package var links: UInt64
  /// Owner's user id.
  package var owner: UInt32
  /// Owner's group id.
  package var group: UInt32

  /// Makes a stamp.
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

  /// Whether the content is, as far as `stat` can tell, that of the other stamp.
  ///
  /// Change time is left out on purpose: a rename or a new link changes it and not the content.
  package func sameContent(as other: FileStamp) -> Bool {
    kind == other.kind && size == other.size && modified == other.modified && inode == other.inode
      && device == other.device
  }
}
