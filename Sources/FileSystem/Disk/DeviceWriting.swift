import CLinux
import Glibc

/// Requests to the device below an open file.
package enum DeviceWriting {
  /// Starts writing a part of a file to the device without waiting; the later flush reports a failure.
  package static func begin(_ descriptor: Int32, from offset: Int, count: Int) {
    _ = clinux_begin_writing(descriptor, off_t(offset), off_t(count))
  }

  /// Flushes everything on a descriptor's file system (`syncfs`); this also waits for writes of other programs.
  ///
  /// - Returns: 0, or the `errno` of any failed write there since the descriptor was opened or this was last called.
  package static func flushAll(_ descriptor: Int32) -> Int32 {
    while syncfs(descriptor) != 0 {
      let code = errno
      if code != EINTR { return code }
    }
    return 0
  }
}
