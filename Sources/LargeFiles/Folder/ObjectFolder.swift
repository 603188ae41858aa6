internal import Glibc

/// The objects of a repository's large files: `.git/lfs/objects/ab/cd/abcd…`, as git-lfs has them.
///
/// An object stands under its name only when all of it is there, flushed and hashed; it is never written again. What is
/// on its way stands in `incomplete/` beside, under names that are Stet's own, so that git-lfs running at the same time
/// touches none of it. All calls block.
package struct ObjectFolder: Hashable, Sendable {
  /// The folder that has `objects` in it: `.git/lfs`, or what `lfs.storage` says.
  package let path: String

  /// How many bytes are in memory at once while copying.
  static let pieceSize = 1 << 20

  /// Names the folder; it is made when the first object comes.
  package init(path: String) { self.path = path }

  /// Where an object stands or would stand.
  package func place(of id: ContentID) -> String {
    let hex = id.hex
    return "\(path)/objects/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex)"
  }

  /// Whether the object is here with the size its pointer says; its hash was checked when it came.
  ///
  /// A shorter file under its name is what an unclean stop can leave of git-lfs's own downloads: it does not count.
  package func holds(_ pointer: Pointer) -> Bool {
    if pointer.size == 0 { return true }
    var status = stat()
    return stat(place(of: pointer.id), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && Int(status.st_size) == pointer.size
  }

  /// Reads all of an object and compares size and hash.
  ///
  /// - Throws: `.missing`, `.wrongSize`, `.wrongContent`; `.system` and its like where it cannot be read.
  package func check(_ pointer: Pointer) throws(ObjectFolderError) {
    let file = try object(pointer.id)
    let size = Int(try file.status().st_size)
    guard size == pointer.size else { throw .wrongSize(pointer.id, expected: pointer.size, found: size) }
    guard try Hashing.id(of: file.number, file.path, size: size) == pointer.id else { throw .wrongContent(pointer.id) }
  }

  /// Takes an object away; nothing where it is not here.
  package func remove(_ id: ContentID) throws(ObjectFolderError) {
    let place = place(of: id)
    do { _ = try OpenFile.call(place) { unlink(place) } } catch .system(_, ENOENT) {}
  }

  /// Takes a damaged object's name from it (`….damaged` beside): what stands under the name is never written again, and so
  /// the object could neither be stored nor come again.
  ///
  /// It stands there until the object is here again, whole. Where it cannot be renamed it stays, and is damaged for who
  /// reads it next.
  func setAside(_ id: ContentID) {
    let place = place(of: id)
    rename(place, "\(place).damaged")
  }

  /// Every object that is here, in order of id; what git-lfs keeps beside them is passed over.
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

  /// How many bytes may still be written to the file system that the folder is on.
  package func freeSpace() throws(ObjectFolderError) -> Int {
    try makeFolder(path)
    var status = statvfs()
    _ = try OpenFile.call(path) { statvfs(path, &status) }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// An object that is opened for reading.
  func object(_ id: ContentID) throws(ObjectFolderError) -> OpenFile {
    do { return try OpenFile(place(of: id), O_RDONLY | O_NOFOLLOW) } catch .system(_, ENOENT) { throw .missing(id) }
  }

  /// Gives a file that is whole and flushed its name; if the object is there already, in full, that one stays.
  func publish(_ temporary: String, as pointer: Pointer) throws(ObjectFolderError) {
    // The name has to survive a power cut before the file in the folder gives way to a pointer.
    if try name(temporary, as: pointer) { try flushName(of: pointer.id) }
  }

  /// The same without the flush of the name.
  ///
  /// - Returns: false where the object was there already.
  func name(_ temporary: String, as pointer: Pointer) throws(ObjectFolderError) -> Bool {
    let place = place(of: pointer.id)
    if holds(pointer) {
      unlink(temporary)
      return false
    }
    let folder = String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)])
    try makeFolder(folder)
    _ = try OpenFile.call(place) { rename(temporary, place) }
    // What was set aside is of no use to anybody any more.
    unlink("\(place).damaged")
    return true
  }

  /// Flushes an object's name.
  func flushName(of id: ContentID) throws(ObjectFolderError) {
    let place = place(of: id)
    let folder = String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)])
    let directory = try OpenFile(folder, O_RDONLY | O_DIRECTORY)
    _ = try OpenFile.call(folder) { fsync(directory.number) }
  }

  /// Makes a folder and those above it that are missing.
  func makeFolder(_ folder: String) throws(ObjectFolderError) {
    if mkdir(folder, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else {
      throw ObjectFolderError(errno: errno, path: folder)
    }
    try makeFolder(String(folder[..<slash]))
    do { _ = try OpenFile.call(folder) { mkdir(folder, 0o755) } } catch .system(_, EEXIST) {}
  }

  /// The names in a folder; none where it is missing.
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
