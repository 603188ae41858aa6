import Glibc

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
}

/// The identity of this machine and of its current run (review A10, C7).
package struct SystemIdentity: Hashable, Sendable {
  /// Returns the machine's id in `/etc/machine-id` (32 hexadecimal digits); nil if there is none.
  package static func machineID() -> String? {
    line(of: "/etc/machine-id")
  }

  /// Returns the random id of the kernel's start; nil if `/proc` is not mounted. Another id means an unclean stop
  /// unless a clean one was noted (review A10).
  package static func bootID() -> String? {
    line(of: "/proc/sys/kernel/random/boot_id")
  }

  /// Returns the first line of a small system file; nil if it is missing or empty.
  private static func line(of path: String) -> String? {
    guard let line = text(of: path)?.split(separator: "\n").first else { return nil }
    return String(line)
  }

  /// Returns a whole system file of unknown size; nil if it cannot be read or is not text.
  static func text(of path: String) -> String? {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let file = Descriptor(owning: number)
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
        count = max(0, SystemCall.result { read(file.number, buffer.baseAddress, buffer.count) })
      }
      if piece.isEmpty { return String(validating: bytes, as: UTF8.self) }
      bytes += piece
    }
  }
}
