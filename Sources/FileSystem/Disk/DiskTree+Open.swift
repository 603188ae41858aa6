import CLinux
import Glibc

/// A name in an open folder, for calls on one path component.
struct DiskPlace: ~Copyable {
  /// The open parent folder.
  let parent: Descriptor
  /// The name in it; never empty, `.` or `..`.
  let name: Substring
  /// The location, for messages.
  let location: FileLocation

  /// Calls a function with the folder's descriptor and the name's bytes; returns the result or a negated error number.
  @inline(__always)
  borrowing func call(_ body: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Int32) -> Int32 {
    let folder = parent.number
    return SystemCall.withBytes(name) { bytes in SystemCall.result { body(folder, bytes) } }
  }

  /// Opens the file; returns the descriptor or a negated error number.
  ///
  /// With `O_NONBLOCK`, a file on which another process holds a lease answers `EAGAIN` instead of waiting; another
  /// thread that is reading the file suffices. The first attempt notifies the holder, so the call is repeated until the
  /// kernel would remove the lease (45 s by default). A FIFO never answers so.
  borrowing func open(_ flags: Int32, permissions: UInt32 = 0) -> Int32 {
    for attempt in 0..<50_000 {
      let number = call { openat($0, $1, flags | O_NOFOLLOW | O_CLOEXEC, permissions) }
      guard number == -EAGAIN else { return number }
      if attempt < 100 { sched_yield() } else { poll(nil, 0, 1) }
    }
    return -EAGAIN
  }

  /// Returns the stamp; nil if nothing exists there.
  borrowing func stamp(_ operation: FileOperation) throws(FileError) -> FileStamp? {
    var facts = stat()
    let result = call { fstatat($0, $1, &facts, AT_SYMLINK_NOFOLLOW) }
    if result == -ENOENT { return nil }
    guard result >= 0 else { throw FileError(errno: -result, operation, location) }
    return FileStamp(facts)
  }
}

extension DiskTree {
  /// Opens a path below the root without following any link; returns the descriptor or a negated error number.
  ///
  /// `EPERM` does not mean that `openat2` is missing, but a seccomp filter may answer so: this call then uses the
  /// slower method, which is as strict. `EAGAIN` means that a rename elsewhere made the lookup unsafe; the call is
  /// repeated.
  func openBeneath(_ path: some StringProtocol, flags: Int32) -> Int32 {
    let flags = flags | O_CLOEXEC
    let root = root.number
    if path.isEmpty {
      return SystemCall.result { openat(root, ".", flags) }
    }
    guard resolution == .kernel else { return openComponentWise(path, flags: flags) }
    return SystemCall.withBytes(path) { bytes in
      for _ in 0..<64 {
        let number = clinux_open_beneath(root, bytes, flags, 0)
        switch number {
        case -EAGAIN, -EINTR: continue
        case -ENOSYS, -EPERM: return openComponentWise(path, flags: flags)
        default: return number
        }
      }
      return openComponentWise(path, flags: flags)
    }
  }

  /// Opens a path as `openBeneath` does, folder by folder; returns the error numbers of `openat2` (`ELOOP` for a link
  /// on the path).
  private func openComponentWise(_ path: some StringProtocol, flags: Int32) -> Int32 {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return -EXDEV }
    var folder = Descriptor(borrowing: root.number)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let flags = isLast ? flags | O_NOFOLLOW : clinux_o_path | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      let parent = folder.number
      let number = SystemCall.withBytes(part) { bytes in
        let number = SystemCall.result { openat(parent, bytes, flags) }
        guard number == -ENOTDIR else { return number }
        var facts = stat()
        let isLink = fstatat(parent, bytes, &facts, AT_SYMLINK_NOFOLLOW) == 0 && facts.st_mode & S_IFMT == S_IFLNK
        return isLink ? -ELOOP : -ENOTDIR
      }
      if number < 0 || isLast { return number }
      folder = Descriptor(owning: number)
    }
    return -ENOENT
  }

  /// Opens the parent folder of a location.
  ///
  /// - Throws: `FileError.noParent`; `.outside` if a link is on the path or the name is not valid.
  func place(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> DiskPlace {
    let path = location.string
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else {
      throw FileError(.outside, operation, location, "this is not the name of a file")
    }
    guard let slash else {
      return DiskPlace(parent: Descriptor(borrowing: root.number), name: name, location: location)
    }
    let number = openBeneath(path[..<slash], flags: clinux_o_path | O_DIRECTORY)
    guard number >= 0 else { throw FileError(errno: -number, operation, location, at: .parent) }
    return DiskPlace(parent: Descriptor(owning: number), name: name, location: location)
  }

  /// Opens the parent folder as `place` does, for read-only calls; nil if it is missing, not a folder, or behind a
  /// link.
  func placeIfAny(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> DiskPlace? {
    do {
      return try place(location, operation)
    } catch {
      switch error.code {
      case .noParent: return nil
      case .outside where error.errno != 0: return nil
      default: throw error
      }
    }
  }

  /// Opens a folder to list or sync it.
  ///
  /// - Throws: `FileError.vanished`; `.noParent` if it is not a folder; `.outside`, `.denied`.
  func openFolder(_ location: FileLocation, _ operation: FileOperation) throws(FileError) -> Descriptor {
    let number = openBeneath(location.string, flags: O_RDONLY | O_DIRECTORY)
    guard number >= 0 else {
      let step: FileError.Step = number == -ELOOP || number == -EXDEV ? .parent : .leaf
      throw FileError(errno: -number, operation, location, at: step)
    }
    return Descriptor(owning: number)
  }

  /// Opens a regular file for reading, and nothing else: FIFOs and devices are not touched.
  ///
  /// `O_NONBLOCK` covers the time between stat and open: a FIFO created meanwhile does not block, and the descriptor's
  /// stat shows it. The access time is not changed if permissions allow that.
  ///
  /// - Returns: nil if nothing exists there.
  /// - Throws: `FileError.notAFile`.
  func openFile(_ place: borrowing DiskPlace, _ operation: FileOperation) throws(FileError) -> Descriptor? {
    guard let seen = try place.stamp(operation) else { return nil }
    guard seen.kind == .file else { throw FileError(errno: EISDIR, operation, place.location) }
    let flags = O_RDONLY | O_NONBLOCK
    let user = geteuid()
    var number = -EPERM
    if seen.owner == user || user == 0 {
      number = place.open(flags | clinux_o_noatime)
    }
    if number == -EPERM {
      number = place.open(flags)
    }
    if number == -ENOENT { return nil }
    guard number >= 0 else { throw FileError(errno: -number, operation, place.location) }
    let file = Descriptor(owning: number)
    guard try stamp(of: file, operation, place.location).kind == .file else {
      throw FileError(errno: EISDIR, operation, place.location)
    }
    return file
  }

  /// Returns the stamp of a descriptor.
  func stamp(
    of file: borrowing Descriptor, _ operation: FileOperation, _ location: FileLocation
  ) throws(FileError) -> FileStamp {
    var facts = stat()
    let number = file.number
    let result = SystemCall.result { fstat(number, &facts) }
    guard result >= 0 else { throw FileError(errno: -result, operation, location) }
    return FileStamp(facts)
  }
}
