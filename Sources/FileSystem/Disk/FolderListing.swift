import CLinux
internal import GitObjects
import Glibc

/// The names in an open folder, as `readdir` returns them.
enum FolderListing {
  /// Returns whether a mount starts at a folder; a bind mount has the device number of its source (review C6).
  static func isMount(_ name: UnsafePointer<CChar>, in folder: Int32) -> Bool {
    var facts = clinux_identity()
    return clinux_identify(folder, name, &facts) == 0 && facts.is_mount_root != 0
  }

  /// Passes each name and its `d_type`, without `.` and `..`; returns the error number or 0.
  static func each(
    of folder: borrowing Descriptor, _ body: (_ name: UnsafePointer<CChar>, _ type: UInt8) -> Void
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
  static func text(_ name: UnsafePointer<CChar>) -> String {
    NameText.decode(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Returns the kind that a `d_type` names; nil if the file system does not report it.
  static func kind(_ type: UInt8) -> FileStamp.Kind? {
    switch Int(type) {
    case DT_REG: .file
    case DT_LNK: .symlink
    case DT_DIR: .directory
    case DT_UNKNOWN: nil
    default: .other
    }
  }
}
