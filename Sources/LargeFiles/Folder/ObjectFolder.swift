internal import Glibc

/// The objects of a repository's large files: `.git/lfs/objects/ab/cd/abcd…`, in the layout of git-lfs.
///
/// An object has its final name only when it is complete, hashed and flushed; it is never written again. Partial
/// objects are in `incomplete/`, under names of Stet's own, so that a concurrent git-lfs does not touch them. All calls
/// block.
package struct ObjectFolder: Hashable, Sendable {
  /// The folder that contains `objects`: `.git/lfs`, or the value of `lfs.storage`.
  package let path: String

  /// The number of bytes in memory at once while copying.
  static let pieceSize = 1 << 20

  /// Creates a value for a folder; the folder itself is created with the first object.
  package init(path: String) { self.path = path }

  /// Returns the path of an object, whether it exists or not.
  package func place(of id: ContentID) -> String {
    let hex = id.hex
    return "\(path)/objects/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex)"
  }

  /// Returns whether the object exists with the size that its pointer states; its hash was checked when it was stored.
  ///
  /// A shorter file does not count: an unclean stop can leave one of git-lfs's own downloads.
  package func holds(_ pointer: Pointer) -> Bool {
    if pointer.size == 0 { return true }
    var status = stat()
    return stat(place(of: pointer.id), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && Int(status.st_size) == pointer.size
  }

  /// Reads a whole object, and checks size and hash.
  ///
  /// - Throws: `.missing`, `.wrongSize`, `.wrongContent`; `.system` and similar errors if it cannot be read.
  package func check(_ pointer: Pointer) throws(ObjectFolderError) {
    let file = try object(pointer.id)
    let size = Int(try file.status().st_size)
    guard size == pointer.size else { throw .wrongSize(pointer.id, expected: pointer.size, found: size) }
    guard try Hashing.id(of: file.number, file.path, size: size) == pointer.id else { throw .wrongContent(pointer.id) }
  }

  /// Deletes an object; it is not an error if it does not exist.
  package func remove(_ id: ContentID) throws(ObjectFolderError) {
    let place = place(of: id)
    do { _ = try OpenFile.call(place) { unlink(place) } } catch .system(_, ENOENT) {}
  }

  /// Renames a damaged object to `….damaged`. A file under an object's name is never written again, so the object could
  /// otherwise neither be stored nor downloaded.
  ///
  /// The renamed file is kept until the object is complete again. If it cannot be renamed, the next reader finds the
  /// damage again.
  func setAside(_ id: ContentID) {
    let place = place(of: id)
    rename(place, "\(place).damaged")
  }

  /// Returns all objects in order of id; ignores git-lfs's other files.
  package func list() throws(ObjectFolderError) -> [StoredObject] {
    var result: [StoredObject] = []
    for first in try names(in: "\(path)/objects") where first.utf8.count == 2 {
      for second in try names(in: "\(path)/objects/\(first)") where second.utf8.count == 2 {
        for name in try names(in: "\(path)/objects/\(first)/\(second)") {
          guard let id = ContentID(hex: Array(name.utf8)) else { continue }
          var status = stat()
          guard stat(place(of: id), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
          result.append(
            StoredObject(
              id: id, size: Int(status.st_size),
              lastRead: max(Int(status.st_atim.tv_sec), Int(status.st_mtim.tv_sec))))
        }
      }
    }
    return result.sorted { $0.id < $1.id }
  }

  /// Returns the number of bytes that can still be written to the folder's file system.
  package func freeSpace() throws(ObjectFolderError) -> Int {
    try makeFolder(path)
    var status = statvfs()
    _ = try OpenFile.call(path) { statvfs(path, &status) }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// Opens an object for reading.
  func object(_ id: ContentID) throws(ObjectFolderError) -> OpenFile {
    do { return try OpenFile(place(of: id), O_RDONLY | O_NOFOLLOW) } catch .system(_, ENOENT) { throw .missing(id) }
  }

  /// Renames a complete and flushed file to the object's name; if the complete object exists already, that one is kept.
  func publish(_ temporary: String, as pointer: Pointer) throws(ObjectFolderError) {
    // The name must survive a power cut before the file in the work tree is replaced by a pointer.
    if try name(temporary, as: pointer) { try flushName(of: pointer.id) }
  }

  /// Renames a file as `publish` does, without flushing the name.
  ///
  /// - Returns: false if the object existed already.
  func name(_ temporary: String, as pointer: Pointer) throws(ObjectFolderError) -> Bool {
    let place = place(of: pointer.id)
    if holds(pointer) {
      unlink(temporary)
      return false
    }
    let folder = String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)])
    try makeFolder(folder)
    _ = try OpenFile.call(place) { rename(temporary, place) }
    // The damaged copy is not needed any more.
    unlink("\(place).damaged")
    return true
  }

  /// Flushes the directory entry of an object.
  func flushName(of id: ContentID) throws(ObjectFolderError) {
    let place = place(of: id)
    let folder = String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)])
    let directory = try OpenFile(folder, O_RDONLY | O_DIRECTORY)
    _ = try OpenFile.call(folder) { fsync(directory.number) }
  }

  /// Creates a folder and its missing parents.
  func makeFolder(_ folder: String) throws(ObjectFolderError) {
    if mkdir(folder, 0o755) == 0 { return openToGroup(folder) }
    if errno == EEXIST { return }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else {
      throw ObjectFolderError(errno: errno, path: folder)
    }
    try makeFolder(String(folder[..<slash]))
    do { _ = try OpenFile.call(folder) { mkdir(folder, 0o755) } } catch .system(_, EEXIST) { return }
    openToGroup(folder)
  }

  /// Lets the group write to a new folder if it may write to the parent, as git does in a repository that several
  /// accounts share.
  private func openToGroup(_ folder: String) {
    var (own, parent) = (stat(), stat())
    guard stat("\(folder)/..", &parent) == 0, parent.st_mode & S_IWGRP != 0, stat(folder, &own) == 0 else { return }
    chmod(folder, own.st_mode & 0o7777 | S_IWGRP)
  }

  /// Returns the names in a folder; none if it does not exist.
  func names(in folder: String) throws(ObjectFolderError) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw ObjectFolderError(errno: errno, path: folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// An object in the object folder.
package struct StoredObject: Hashable, Sendable {
  /// The name of the object.
  package var id: ContentID
  /// The size in bytes.
  package var size: Int
  /// The time of the last read in seconds since 1970, as far as the file system keeps it; never before the object was
  /// stored.
  package var lastRead: Int

  package init(id: ContentID, size: Int, lastRead: Int) {
    self.id = id
    self.size = size
    self.lastRead = lastRead
  }
}
