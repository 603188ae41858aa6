import Glibc

/// What tells this machine and this run of it from others (review A10, C7).
package struct SystemIdentity: Hashable, Sendable {
  /// The machine's id of `/etc/machine-id` (32 hexadecimal digits); nil where there is none.
  package static func machineID() -> String? {
    line(of: "/etc/machine-id")
  }

  /// The id drawn when the kernel started; nil where `/proc` is not mounted. Another id means an unclean stop unless
  /// a clean one was noted (review A10).
  package static func bootID() -> String? {
    line(of: "/proc/sys/kernel/random/boot_id")
  }

  /// The first line of a small file of the system; nil where it is missing or empty.
  private static func line(of path: String) -> String? {
    guard let line = text(of: path)?.split(separator: "\n").first else { return nil }
    return String(line)
  }

  /// A whole file of the system, whose size it does not tell beforehand; nil where it cannot be read or is not text.
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
