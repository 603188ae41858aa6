import CLinux
import Glibc

/// The real disk below one folder.
///
/// The root is opened once and every place is looked up from that descriptor, so a root that is moved keeps working
/// and one that is replaced is noticed (`isRootInPlace`). No descriptor of another folder is kept between calls: one of
/// a folder that was moved would lead to the wrong place. Calls block; they may come from any thread.
package final class DiskTree: FileTree {
  /// How places are looked up.
  package enum Resolution: Sendable {
    /// By `openat2`; where the kernel lacks or forbids it, component-wise.
    case kernel
    /// Folder by folder with `O_NOFOLLOW`; for kernels before 5.6, and for the tests of that way.
    case componentWise
  }

  /// The root as it was given.
  package let path: String
  /// The root folder (`O_PATH`: needs no read permission).
  let root: Descriptor
  /// How places are looked up.
  let resolution: Resolution
  /// Who read what was placed.
  let opens = OpenLog()

  /// Opens the root. Links in the root's own path are followed: they are the person's.
  ///
  /// The process's disposition of SIGIO changes, see `ignoreLeaseSignals`.
  ///
  /// - Throws: `FileError` with `.vanished`, `.noParent` or `.denied`.
  package convenience init(root path: String) throws(FileError) {
    try self.init(root: path, resolution: .kernel)
  }

  /// Opens the root with a chosen way of looking places up.
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

  /// Whether the root's path still leads to the folder that was opened (review A14: replaced or unmounted).
  package var isRootInPlace: Bool {
    var opened = stat()
    var named = stat()
    guard fstat(root.number, &opened) == 0, stat(path, &named) == 0 else { return false }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Makes SIGIO harmless: the kernel sends it to the holder of a lease when somebody opens the file, and its default
  /// action ends the process (review A11).
  ///
  /// There is nothing to do on the signal, since each lease is given back within the call that took it; hence it is
  /// ignored instead of handled, which would interrupt other calls. A handler that the program has set stays. Children
  /// inherit it, and none of ours uses leases.
  package static func ignoreLeaseSignals() {
    var current = sigaction()
    guard sigaction(SIGIO, nil, &current) == 0 else { return }
    // SIG_DFL is the null pointer.
    guard current.__sigaction_handler.sa_handler == nil else { return }
    signal(SIGIO, SIG_IGN)
  }
}
