package import LargeFiles

/// The place of a remote's objects.
package enum ObjectRemote: Hashable, Sendable {
  /// In a repository's folder on this machine.
  case folder(ObjectFolder)
  /// At an object server.
  case server(ServerPlace)
  /// At a server that has `git-lfs-transfer`.
  case packets(SSHAddress)
  /// In a bare repository's folder on a server with a shell.
  case shell(SSHAddress)
}
