import CLinux
import Glibc

/// An open folder that is closed with its owner.
struct FolderDescriptor: ~Copyable {
  /// The descriptor's number.
  let number: Int32

  /// Opens a folder by its absolute path, following links on the way.
  init(path: String) throws(WatchError) {
    number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .root(path: path, errno: errno) }
  }

  /// Opens a folder below an open one without following links (rule 2: one component at a time).
  init(_ parts: [[UInt8]], below root: Int32) throws(WatchFailure) {
    var current = root
    var owned = false
    for part in parts.isEmpty ? [Array(".".utf8)] : parts {
      let next = (part + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { name in
          name.baseAddress.map { openat(current, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) } ?? -1
        }
      }
      let failure = errno
      if owned { close(current) }
      guard next >= 0 else { throw WatchFailure(errno: failure) }
      current = next
      owned = true
    }
    number = current
  }

  deinit { close(number) }

  /// The mount, or the device if the kernel does not report the mount; the device alone does not distinguish a bind
  /// mount from a plain folder. Nil if neither is known.
  var mount: UInt64? {
    var identity = clinux_identity()
    guard clinux_identify(number, "", &identity) == 0 else { return nil }
    return identity.mount != 0 ? identity.mount : identity.device
  }

  /// Whether the folder was deleted and only this descriptor keeps it.
  var isRemoved: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_nlink == 0
  }

  /// An entry of the folder, without `.` and `..`.
  struct Entry: Sendable {
    /// The name's bytes.
    var name: [UInt8]
    /// Whether the entry is a folder; false for a link to one.
    var isFolder: Bool
  }

  /// Returns the entries; those read so far if reading fails.
  ///
  /// - Throws: `WatchFailure` if reading cannot begin: a folder without entries would have no watched folders below it.
  func entries() throws(WatchFailure) -> [Entry] {
    let copy = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw WatchFailure(errno: errno) }
    guard let stream = fdopendir(copy) else {
      let failure = errno
      close(copy)
      throw WatchFailure(errno: failure)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 19)
      let name = Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      if name.count <= 2, name.allSatisfy({ $0 == 0x2E }) { continue }
      let type = entry.pointee.d_type
      let isFolder = type == UInt8(DT_UNKNOWN) ? self.isFolder(name) : type == UInt8(DT_DIR)
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    return entries
  }

  /// Returns the size of a regular file in the folder; nil for anything else.
  func size(of name: [UInt8]) -> Int64? {
    guard let status = status(of: name), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  private func isFolder(_ name: [UInt8]) -> Bool {
    status(of: name).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  private func status(of name: [UInt8]) -> stat? {
    var status = stat()
    let result = (name + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.map { fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) } ?? -1
      }
    }
    return result == 0 ? status : nil
  }
}

/// The reason why a folder cannot be watched.
package enum WatchError: Error, Hashable, Sendable {
  /// The folder does not exist or cannot be read.
  case root(path: String, errno: Int32)
  /// The system has no thread, descriptor or memory left for watching.
  case system(operation: String, errno: Int32)
}

extension WatchError: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .root(let path, let errno):
      "could not watch \(path) (error \(errno)); make sure that it is a folder that you may read, then start again"
    case .system(let operation, let errno):
      "could not \(operation) (error \(errno)); close some programs or raise the limit of open files, then start again"
    }
  }
}

/// The reason why a folder has no watch.
enum WatchFailure: Error {
  /// The system's limit of watches, of inotify instances, or of open files is reached (ENOSPC, EMFILE, ENFILE, ENOMEM).
  case limit
  /// The folder does not exist any more, or is another file.
  case gone
  /// The folder cannot be read or watched.
  case unreachable

  /// Creates the reason from the error number of an opening.
  init(errno number: Int32) {
    self =
      switch number {
      case EMFILE, ENFILE, ENOMEM: .limit
      case ENOENT, ENOTDIR, ELOOP: .gone
      default: .unreachable
      }
  }
}
