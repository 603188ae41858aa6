internal import CLinux
internal import Glibc
internal import Threads

/// A handle on another process with which its end can be awaited.
package final class ProcessEnd: Sendable {
  private let descriptor: Int32

  /// Opens a handle on a process; nil if it has ended, or the kernel does not support it.
  package init?(of process: Int32) {
    descriptor = clinux_pidfd_open(process)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Waits until the process has ended, on a thread of its own.
  ///
  /// - Returns: false after a timeout of so many milliseconds.
  package func wait(milliseconds: Int32) async -> Bool {
    await onThread("stet.end") { self.block(milliseconds: milliseconds) }
  }

  /// Waits until the process has ended; blocks the thread.
  ///
  /// - Returns: false after a timeout of so many milliseconds.
  @discardableResult
  func block(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count = Glibc.poll(&entry, 1, milliseconds)
    while count < 0, errno == EINTR { count = Glibc.poll(&entry, 1, milliseconds) }
    return count > 0
  }
}
