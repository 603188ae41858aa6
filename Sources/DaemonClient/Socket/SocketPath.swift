/// The path of a workspace's socket: `<runtime folder>/<hash of the folder's real path>` (review C11).
///
/// The hash keeps the path below the 108 bytes that Linux allows, for any depth of the folder.
package struct SocketPath: Hashable, Sendable {
  /// The longest path that fits into `sockaddr_un`, without the zero byte after it.
  package static let longestPath = 107

  /// The runtime folder.
  package let directory: String
  /// The file name: 16 hexadecimal digits.
  package let name: String

  /// The whole path.
  package var string: String { directory + "/" + name }

  /// Creates the path of the socket of the workspace at `root`, an absolute path without symbolic links.
  package init(root: String, runtimeDirectory: String) {
    directory = runtimeDirectory
    name = Self.hash(of: root)
  }

  /// FNV-1a, 64 bits: it only has to distinguish one person's folders.
  private static func hash(of root: String) -> String {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in root.utf8 {
      value ^= UInt64(byte)
      value = value &* 0x0000_0100_0000_01b3
    }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
