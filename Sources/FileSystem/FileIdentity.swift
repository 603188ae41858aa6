/// What tells a file or folder from a copy of it: a copied `.git/stet` has another inode or birth (review C7).
package struct FileIdentity: Hashable, Sendable, Codable {
  /// Inode number.
  package var inode: UInt64
  /// Device number, as `stat` has it; may change when the machine starts again.
  package var device: UInt64
  /// Time of birth, nanoseconds since 1970; nil where the file system keeps none.
  package var birth: Int64?
  /// Id of the mount it is reached through; nil where the kernel does not say. Before Linux 6.8 another mount may get it
  /// after an unmount.
  package var mount: UInt64?

  /// Id of the mount that no other one gets before the machine starts again; nil where the kernel has none.
  package var uniqueMount: UInt64? { mount.flatMap { $0 > 1 << 31 ? $0 : nil } }

  /// Makes an identity.
  package init(inode: UInt64, device: UInt64, birth: Int64?, mount: UInt64?) {
    self.inode = inode
    self.device = device
    self.birth = birth
    self.mount = mount
  }
}
