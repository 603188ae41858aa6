internal import Glibc

/// Adds entries to sources. When a function returns, the entry is on the disk.
enum EntryWriter {
  /// Creates a file with its whole content.
  ///
  /// - Throws: `SourceFault` if the file exists or cannot be written; it does not exist then.
  static func create(_ content: [UInt8], named name: String, in folder: String) throws(SourceFault) {
    let path = "\(folder)/\(name)"
    let fresh = "\(folder)/.\(name).new"
    try write(content, toFresh: fresh, for: path)
    // Readers see the whole file or none, and a file of the same name stays.
    let isLinked = link(fresh, path) == 0
    let fault = SourceFault.last(path)
    unlink(fresh)
    guard isLinked else { throw fault }
    try synchronize(folder: folder)
  }

  /// Replaces a file's content, or creates it with its folders.
  ///
  /// - Throws: `SourceFault`; the file is unchanged then.
  static func replace(_ path: String, with content: [UInt8]) throws(SourceFault) {
    try makeFolders(folder(of: path))
    let fresh = path + ".new"
    try write(content, toFresh: fresh, for: path)
    guard rename(fresh, path) == 0 else { throw .last(path) }
    try synchronize(folder: folder(of: path))
  }

  /// Appends a line to a file, after a newline if its last line has none.
  ///
  /// - Parameter line: the line without its newline.
  static func append(_ line: String, to path: String) throws(SourceFault) {
    let descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    // Programs that append at the same time wait for each other.
    while flock(descriptor, LOCK_EX) != 0 { guard errno == EINTR else { throw .last(path) } }
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 10
    if size > 0, pread(descriptor, &last, 1, size - 1) != 1 { throw .last(path) }
    try write(Array(((last == 10 ? "" : "\n") + line + "\n").utf8), to: descriptor, path)
  }

  /// Creates a folder and the missing ones above it, for the person alone.
  private static func makeFolders(_ path: String) throws(SourceFault) {
    guard SourceFile.isFolder(path) == nil else { return }
    let parent = folder(of: path)
    if parent != path { try makeFolders(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(path) }
  }

  /// Returns the folder that contains a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Writes a file that takes the place of another one later; deletes it if it cannot be written whole.
  private static func write(_ content: [UInt8], toFresh fresh: String, for path: String) throws(SourceFault) {
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last(path) }
    do throws(SourceFault) {
      defer { close(descriptor) }
      try write(content, to: descriptor, path)
    } catch {
      unlink(fresh)
      throw error
    }
  }

  private static func write(_ content: [UInt8], to descriptor: Int32, _ path: String) throws(SourceFault) {
    var position = 0
    while position < content.count {
      let count = content.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + position }, content.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last(path) }
      position += count
    }
    guard fsync(descriptor) == 0 else { throw .last(path) }
  }

  private static func synchronize(folder: String) throws(SourceFault) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last(folder) }
  }
}
