import CLinux
import Glibc

extension DiskTree {
  // One `openat2` of the folder and one `fstatat`; a location in the root needs only the `fstatat`.
  package func stamp(of location: FileLocation) throws(FileError) -> FileStamp? {
    if location == .root {
      let stamp = try stamp(of: root, .stamp, location)
      return stamp.links == 0 ? nil : stamp
    }
    guard let place = try placeIfAny(location, .stamp) else { return nil }
    return try place.stamp(.stamp)
  }

  package func use(of location: FileLocation) throws(FileError) -> FileUse {
    let place = try place(location, .use)
    if try place.stamp(.use)?.kind == .symlink { return .free }
    guard let file = try openFile(place, .use) else { throw FileError(errno: ENOENT, .use, location) }
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
    guard let place = try? place(location, .use) else { return nil }
    return opens.witness(place)
  }

  package func wasRead(_ witness: OpenWitness) -> Bool? { opens.wasRead(witness) }

  package func beginsMount(_ location: FileLocation) -> Bool {
    var facts = clinux_identity()
    guard location != .root,
      let result = try? place(location, .stamp).call({ clinux_identify($0, $1, &facts) }), result >= 0
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
      result = clinux_identify(root.number, "", &facts)
    } else {
      result = try place(location, .stamp).call { clinux_identify($0, $1, &facts) }
    }
    guard result >= 0 else { throw FileError(errno: -result, .stamp, location) }
    return FileIdentity(
      inode: facts.inode, device: facts.device, birth: facts.birth == 0 ? nil : facts.birth,
      mount: facts.mount == 0 ? nil : facts.mount)
  }
}
