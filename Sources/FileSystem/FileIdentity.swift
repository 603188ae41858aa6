/// The identity of a file or folder, which a copy does not share: a copied `.git/stet` has another inode or birth time
/// (review C7).
package struct FileIdentity: Hashable, Sendable, Codable {
  /// The inode number.
  package var inode: UInt64
  /// The device number of `stat`; may change at a restart of the machine.
  package var device: UInt64
  /// The birth time in nanoseconds since 1970; nil if the file system does not store one.
  package var birth: Int64?
  /// The id of the mount; nil if the kernel does not report it. Before Linux 6.8 another mount may get the same id
  /// after an unmount.
  package var mount: UInt64?

  /// The id of the mount, unique until a restart of the machine; nil if the kernel has none.
  package var uniqueMount: UInt64? { mount.flatMap { $0 > 1 << 31 ? $0 : nil } }

  /// Creates an identity.
  package init(inode: UInt64, device: UInt64, birth: Int64?, mount: UInt64?) {
    self.inode = inode
    self.device = device
    self.birth = birth
    self.mount = mount
  }
}
