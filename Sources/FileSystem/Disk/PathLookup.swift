import CLinux
import Glibc

/// The lookup of paths below an open root; no link on a path is followed.
struct PathLookup: ~Copyable, Sendable {
  /// The root folder (`O_PATH`: needs no read permission).
  let root: Descriptor
  /// The method of looking up paths.
  let resolution: DiskTree.Resolution

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
    let (folder, name) = try Self.parts(of: location, operation)
    guard let folder else {
      return DiskPlace(parent: Descriptor(borrowing: root.number), name: name, location: location)
    }
    let parent = try openParent(folder, of: location, operation)
    return DiskPlace(parent: parent, name: name, location: location)
  }

  /// Returns the path of a location's parent folder, nil for the root, and its name.
  ///
  /// - Throws: `FileError.outside` if the name is not valid.
  static func parts(
    of location: FileLocation, _ operation: FileOperation
  ) throws(FileError) -> (folder: Substring?, name: Substring) {
    let path = location.string
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else {
      throw FileError(.outside, operation, location, "this is not the name of a file")
    }
    return (slash.map { path[..<$0] }, name)
  }

  /// Opens a location's parent folder.
  ///
  /// - Throws: as `place`.
  func openParent(
    _ folder: Substring, of location: FileLocation, _ operation: FileOperation
  ) throws(FileError) -> Descriptor {
    let number = openBeneath(folder, flags: clinux_o_path | O_DIRECTORY)
    guard number >= 0 else { throw FileError(errno: -number, operation, location, at: .parent) }
    return Descriptor(owning: number)
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
  /// - Parameter seen: the stamp if it was just taken; else it is taken.
  /// - Returns: nil if nothing exists there.
  /// - Throws: `FileError.notAFile`.
  func openFile(
    _ place: borrowing DiskPlace, seen: FileStamp? = nil, _ operation: FileOperation
  ) throws(FileError) -> Descriptor? {
    var seen = seen
    if seen == nil { seen = try place.stamp(operation) }
    guard let seen else { return nil }
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
    guard try file.stamp(operation, place.location).kind == .file else {
      throw FileError(errno: EISDIR, operation, place.location)
    }
    return file
  }
}
