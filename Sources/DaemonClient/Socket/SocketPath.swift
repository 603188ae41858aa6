internal import Values

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
    // The hash only has to distinguish one person's folders.
    name = NumberText.padded(FNV1a(root.utf8).value, to: 16, radix: 16)
  }
}
