import CLinux
import Glibc

/// A lease on a file: while it is held, the kernel notifies the holder before another process can open the file for
/// writing (F13).
///
/// Shared writable mappings count as writers, even after their descriptor was closed. A writer that opens the file
/// meanwhile waits until the lease is released (at most `/proc/sys/fs/lease-break-time`), so a lease is held for one
/// read only (A11).
enum Lease {
  /// The result of a request.
  enum Answer {
    /// It was granted.
    case granted
    /// Another process has the file open in a conflicting mode.
    case conflict
    /// A lease is not possible: another user's file, or a file system without leases.
    case unavailable
  }

  /// Requests a lease of type `F_RDLCK` (no writer) or `F_WRLCK` (no other user of the file).
  static func take(_ kind: Int32, on file: borrowing Descriptor) -> Answer {
    let number = file.number
    return switch SystemCall.result({ fcntl(number, clinux_f_setlease, kind) }) {
    case 0...: .granted
    case -EAGAIN: .conflict
    default: .unavailable
    }
  }

  /// Returns whether the held read lease was not contested since it was taken.
  static func isWhole(on file: borrowing Descriptor) -> Bool {
    let number = file.number
    return SystemCall.result { fcntl(number, clinux_f_getlease) } == F_RDLCK
  }

  /// Releases the lease; returns false if another process had requested that, or the kernel had removed it.
  static func giveBack(on file: borrowing Descriptor) -> Bool {
    let number = file.number
    let wasWhole = isWhole(on: file)
    _ = SystemCall.result { fcntl(number, clinux_f_setlease, F_UNLCK) }
    return wasWhole
  }
}
