internal import Glibc

/// `.git/stet/socket`: the runtime folder with the running daemon's socket.
///
/// For a program whose environment names another runtime folder than the daemon's. It names only the folder; the
/// socket's file name always depends on the workspace's own path, so a copied workspace never reaches the daemon of its
/// original (C7).
package enum SocketPointer {
  private static func file(_ root: String) -> String { root + "/.git/stet/socket" }

  /// Returns the folder that the daemon recorded; nil if there is none.
  package static func read(root: String) -> String? {
    let descriptor = open(file(root), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 1, buffer[0] == UInt8(ascii: "/"), buffer[count - 1] == UInt8(ascii: "\n") else { return nil }
    return String(validating: buffer[..<(count - 1)], as: UTF8.self)
  }

  /// Records the folder; after an error only programs with another environment do not find the daemon.
  package static func write(_ folder: String, root: String) {
    let temporary = file(root) + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let line = Array((folder + "\n").utf8)
    let count = Glibc.write(descriptor, line, line.count)
    close(descriptor)
    if count == line.count { rename(temporary, file(root)) } else { unlink(temporary) }
  }
}
