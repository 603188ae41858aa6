/// What tells a file or folder from a copy of it: a copied `.git/stet` has another inode or birth (review C7).
package struct FileIdentity: Hashable, Sendable, Codable {
  /// Inode number.
  package var inode: UInt64
  /// Device number, as `stat` has it; may change when the machine starts again.
  package var device: UInt64
  /// Time of birth, nanoseconds since 1970; nil where the file system keeps none.
  package var birth: Int64?
  /// Id of the mount it is reached through; nil where the kernel does not say. Valid until it is unmounted only.
  package var mount: UInt64?

  /// Makes an identity.
  package init(inode: UInt64, device: UInt64, birth: Int64?, mount: UInt64?) {
    self.inode = inode
    self.device = device
    self.birth = birth
    self.mount = mount
  }
}
