internal import Glibc

/// `.git/stet/stopped`: the mark that a person stopped the daemon.
///
/// While it exists, no command that only reads starts the daemon. Each starting daemon deletes it; a daemon that ends
/// for another reason, such as a restart of the machine, leaves none.
package enum StopMark {
  private static func file(_ root: String) -> String { root + "/.git/stet/stopped" }

  /// Returns whether a person stopped the daemon of the workspace at `root` and none was started since.
  package static func exists(root: String) -> Bool { access(file(root), F_OK) == 0 }

  /// Writes the mark; without it a command that only reads starts the daemon, as before the stop.
  package static func write(root: String) {
    let descriptor = open(file(root), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Deletes the mark.
  package static func remove(root: String) { unlink(file(root)) }
}
