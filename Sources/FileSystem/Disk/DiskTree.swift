import CLinux
import Glibc

/// The real disk below one folder.
///
/// The root is opened once and every lookup starts at its descriptor, so a moved root keeps working and a replaced one
/// is detected (`isRootInPlace`). No descriptor of another folder is kept between calls: after a move of that folder it
/// would refer to the wrong place. Calls block; they may be made on any thread.
package final class DiskTree: FileTree {
  /// The method of looking up paths.
  package enum Resolution: Sendable {
    /// `openat2`; component-wise if the kernel lacks or forbids it.
    case kernel
    /// Folder by folder with `O_NOFOLLOW`, for kernels before 5.6 and for tests of this method.
    case componentWise
  }

  /// The root's path as it was passed.
  package let path: String
  /// The root folder (`O_PATH`: needs no read permission).
  let root: Descriptor
  /// The method of looking up paths.
  let resolution: Resolution
  /// The log of reads of marked files.
  let opens = OpenLog()

  /// Opens the root. Links in the root's own path are followed, because the person chose them.
  ///
  /// This changes the process's disposition of SIGIO, see `ignoreLeaseSignals`.
  ///
  /// - Throws: `FileError` with `.vanished`, `.noParent` or `.denied`.
  package convenience init(root path: String) throws(FileError) {
    try self.init(root: path, resolution: .kernel)
  }

  /// Opens the root with a given lookup method.
  package init(root path: String, resolution: Resolution) throws(FileError) {
    let number = SystemCall.result { open(path, clinux_o_path | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else {
      var error = FileError(errno: -number, .open, .root)
      error.path = path
      throw error
    }
    self.path = path
    self.resolution = resolution
    root = Descriptor(owning: number)
    Self.ignoreLeaseSignals()
  }

  /// Whether the root's path still names the opened folder (review A14: replaced or unmounted).
  package var isRootInPlace: Bool {
    var opened = stat()
    var named = stat()
    guard fstat(root.number, &opened) == 0, stat(path, &named) == 0 else { return false }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Makes SIGIO harmless: the kernel sends it to the holder of a lease when another process opens the file, and its
  /// default action ends the process (review A11).
  ///
  /// The signal needs no action, since each lease is released within the call that took it. It is therefore ignored; a
  /// handler would interrupt other calls. A handler of the program is not replaced. Children inherit the disposition,
  /// and no child of Stet's uses leases.
  package static func ignoreLeaseSignals() {
    var current = sigaction()
    guard sigaction(SIGIO, nil, &current) == 0 else { return }
    // SIG_DFL is the null pointer.
    guard current.__sigaction_handler.sa_handler == nil else { return }
    signal(SIGIO, SIG_IGN)
  }
}
