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
  /// The lookup of paths below the root.
  let lookup: PathLookup
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
    lookup = PathLookup(root: Descriptor(owning: number), resolution: resolution)
    Self.ignoreLeaseSignals()
  }

  /// Whether the root's path still names the opened folder (review A14: replaced or unmounted).
  package var isRootInPlace: Bool {
    var opened = stat()
    var named = stat()
    guard fstat(lookup.root.number, &opened) == 0, stat(path, &named) == 0 else { return false }
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

extension DiskTree {
  // One `openat2` of the folder and one `fstatat`; a location in the root needs only the `fstatat`.
  package func stamp(of location: FileLocation) throws(FileError) -> FileStamp? {
    if location == .root {
      let stamp = try lookup.root.stamp(.stamp, location)
      return stamp.links == 0 ? nil : stamp
    }
    guard let place = try lookup.placeIfAny(location, .stamp) else { return nil }
    return try place.stamp(.stamp)
  }

  package func use(of location: FileLocation) throws(FileError) -> FileUse {
    let place = try lookup.place(location, .use)
    if try place.stamp(.use)?.kind == .symlink { return .free }
    guard let file = try lookup.openFile(place, .use) else { throw FileError(errno: ENOENT, .use, location) }
    switch Lease.take(F_WRLCK, on: file) {
    case .granted:
      _ = Lease.giveBack(on: file)
      return .free
    case .unavailable:
      return .unknown
    case .conflict:
      break
    }
    switch Lease.take(F_RDLCK, on: file) {
    case .granted:
      _ = Lease.giveBack(on: file)
      return .read
    case .conflict:
      return .written
    case .unavailable:
      return .unknown
    }
  }

  package func witness(_ location: FileLocation) -> OpenWitness? {
    guard let place = try? lookup.place(location, .use) else { return nil }
    return opens.witness(place)
  }

  package func wasRead(_ witness: OpenWitness) -> Bool? { opens.wasRead(witness) }

  package func beginsMount(_ location: FileLocation) -> Bool {
    var facts = clinux_identity()
    guard location != .root,
      let result = try? lookup.place(location, .stamp).call({ clinux_identify($0, $1, &facts) }), result >= 0
    else { return false }
    return facts.is_mount_root != 0 || facts.device != (try? identity(of: .root))?.device
  }

  /// Returns the identity of a file, which a copy does not share (review C7), with its mount (review C6).
  ///
  /// - Throws: `FileError.vanished` if nothing exists there, `.noParent`, `.outside`.
  package func identity(of location: FileLocation) throws(FileError) -> FileIdentity {
    var facts = clinux_identity()
    let result: Int32
    if location == .root {
      result = clinux_identify(lookup.root.number, "", &facts)
    } else {
      result = try lookup.place(location, .stamp).call { clinux_identify($0, $1, &facts) }
    }
    guard result >= 0 else { throw FileError(errno: -result, .stamp, location) }
    return FileIdentity(
      inode: facts.inode, device: facts.device, birth: facts.birth == 0 ? nil : facts.birth,
      mount: facts.mount == 0 ? nil : facts.mount)
  }
}

extension DiskTree {
  package func makeDirectories(_ location: FileLocation) throws(FileError) {
    if location == .root { return }
    let opened = lookup.openBeneath(location.string, flags: clinux_o_path | O_DIRECTORY)
    if opened >= 0 {
      close(opened)
      return
    }
    if location.parent != .root { try makeDirectories(location.parent) }
    let place = try lookup.place(location, .makeDirectories)
    let result = place.call { mkdirat($0, $1, 0o777) }
    if result == 0 { return }
    guard result == -EEXIST else { throw FileError(errno: -result, .makeDirectories, location) }
    // Another process may have created it meanwhile; any other kind is an error.
    switch try place.stamp(.makeDirectories)?.kind {
    case .directory: return
    case .symlink: throw FileError(errno: ELOOP, .makeDirectories, location, at: .parent)
    default: throw FileError(errno: EEXIST, .makeDirectories, location)
    }
  }

  package func removeDirectory(_ location: FileLocation) throws(FileError) -> Bool {
    guard let place = try lookup.placeIfAny(location, .removeDirectory) else { return false }
    let result = place.call { unlinkat($0, $1, AT_REMOVEDIR) }
    switch result {
    case 0...: return true
    case -ENOTEMPTY, -EEXIST, -ENOENT, -ENOTDIR: return false
    default: throw FileError(errno: -result, .removeDirectory, location)
    }
  }
}
