import CLinux
import Glibc

/// What a program asks of the device below an open file.
package enum DeviceWriting {
  /// Has it begin with what was written to a part of a file, without waiting; a failure is the flush's to find.
  package static func begin(_ descriptor: Int32, from offset: Int, count: Int) {
    _ = clinux_begin_writing(descriptor, off_t(offset), off_t(count))
  }

  /// Flushes everything on a descriptor's file system (`syncfs`): what other programs wrote is waited for, too.
  ///
  /// - Returns: 0, or the `errno` of what failed there since the descriptor was opened or last asked, whoever wrote it.
  package static func flushAll(_ descriptor: Int32) -> Int32 {
    while syncfs(descriptor) != 0 {
      let code = errno
      if code != EINTR { return code }
    }
    return 0
  }
}
