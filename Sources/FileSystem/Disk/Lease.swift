import CLinux
import Glibc

/// A lease on a file: while it stands, nobody opens the file for writing without the kernel asking us first (F13).
///
/// Shared writable mappings count as writers, with their descriptor closed too. A writer that opens meanwhile waits
/// until the lease is given back (at most `/proc/sys/fs/lease-break-time`), so it is held for one read only (A11).
enum Lease {
  /// What came of asking.
  enum Answer {
    /// It was granted.
    case granted
    /// Somebody has the file open in a way that conflicts.
    case conflict
    /// Leases are not to be had: another user's file, or a file system without them.
    case unavailable
  }

  /// Asks for a lease of `F_RDLCK` (no writer) or `F_WRLCK` (nobody else at all).
  static func take(_ kind: Int32, on file: borrowing Descriptor) -> Answer {
    let number = file.number
    return switch SystemCall.result({ fcntl(number, clinux_f_setlease, kind) }) {
    case 0...: .granted
    case -EAGAIN: .conflict
    default: .unavailable
    }
  }

  /// Whether nobody has asked for the lease that stands, a read lease, since it was taken.
  static func isWhole(on file: borrowing Descriptor) -> Bool {
    let number = file.number
    return SystemCall.result { fcntl(number, clinux_f_getlease) } == F_RDLCK
  }

  /// Gives the lease back; false where somebody had asked for that meanwhile, or the kernel had taken it.
  static func giveBack(on file: borrowing Descriptor) -> Bool {
    let number = file.number
    let wasWhole = isWhole(on: file)
    _ = SystemCall.result { fcntl(number, clinux_f_setlease, F_UNLCK) }
    return wasWhole
  }
}
