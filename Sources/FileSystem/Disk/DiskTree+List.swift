import CLinux
internal import GitObjects
import Glibc

extension DiskTree {
  package func entries(of location: FileLocation) throws(FileError) -> [DirectoryEntry] {
    let folder = try lookup.openFolder(location, .entries)
    var entries: [DirectoryEntry] = []
    let failure = Self.list(folder) { name, type in
      entries.append(DirectoryEntry(name: Self.text(name), kind: Self.kind(type)))
    }
    guard failure == 0 else { throw FileError(errno: failure, .entries, location) }
    return entries
  }

  // Each folder is opened by its path from the root, so that one descriptor is open at any depth. A folder that is
  // moved meanwhile is only missed.
  package func walk(
    _ location: FileLocation, visit: (_ location: FileLocation, _ stamp: FileStamp) -> Bool
  ) throws(FileError) -> [FileError] {
    var errors: [FileError] = []
    var pending: [FileLocation] = []
    try walkFolder(location, errors: &errors, found: &pending, visit: visit)
    while let folder = pending.popLast() {
      do {
        try walkFolder(folder, errors: &errors, found: &pending, visit: visit)
      } catch  where error.code == .vanished || error.code == .noParent {
        continue
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  private func walkFolder(
    _ location: FileLocation, errors: inout [FileError], found: inout [FileLocation],
    visit: (_ location: FileLocation, _ stamp: FileStamp) -> Bool
  ) throws(FileError) {
    let folder = try lookup.openFolder(location, .walk)
    let device = try folder.stamp(.walk, location).device
    let number = folder.number
    let failure = Self.list(folder) { name, _ in
      var facts = stat()
      let result = SystemCall.result { fstatat(number, name, &facts, AT_SYMLINK_NOFOLLOW) }
      if result == -ENOENT { return }
      let place = location.appending(Self.text(name))
      guard result >= 0 else {
        errors.append(FileError(errno: -result, .walk, place))
        return
      }
      var stamp = FileStamp(facts)
      if stamp.kind == .directory, stamp.device != device || Self.isMount(name, in: number) { stamp.kind = .other }
      if visit(place, stamp), stamp.kind == .directory { found.append(place) }
    }
    guard failure == 0 else { throw FileError(errno: failure, .walk, location) }
  }

  /// Returns whether a mount starts at a folder; a bind mount has the device number of its source (review C6).
  private static func isMount(_ name: UnsafePointer<CChar>, in folder: Int32) -> Bool {
    var facts = clinux_identity()
    return clinux_identify(folder, name, &facts) == 0 && facts.is_mount_root != 0
  }

  /// Passes each name and its `d_type`, without `.` and `..`; returns the error number or 0.
  private static func list(
    _ folder: borrowing Descriptor, each body: (_ name: UnsafePointer<CChar>, _ type: UInt8) -> Void
  ) -> Int32 {
    // `fdopendir` takes ownership of its descriptor; the original is closed by its owner.
    let copy = fcntl(folder.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return errno }
    guard let stream = fdopendir(copy) else {
      let failure = errno
      close(copy)
      return failure
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { return errno }
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          let dot = CChar(UInt8(ascii: "."))
          let isDots = name[0] == dot && (name[1] == 0 || (name[1] == dot && name[2] == 0))
          if !isDots { body(name, entry.pointee.d_type) }
        }
      }
    }
  }

  /// Decodes a name.
  private static func text(_ name: UnsafePointer<CChar>) -> String {
    NameText.decode(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  private static func kind(_ type: UInt8) -> FileStamp.Kind? {
    switch Int(type) {
    case DT_REG: .file
    case DT_LNK: .symlink
    case DT_DIR: .directory
    case DT_UNKNOWN: nil
    default: .other
    }
  }
}
