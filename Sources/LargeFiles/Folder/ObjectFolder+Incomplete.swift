internal import FileSystem
internal import Glibc
internal import Synchronization

extension ObjectFolder {
  /// The prefix of Stet's own files in `incomplete/`; git-lfs keeps its files there, too.
  static let ownPrefix = "stet-"

  /// The folder of objects that are not complete yet.
  var incomplete: String { "\(path)/incomplete" }

  /// Returns the path of a partially downloaded object.
  func part(of id: ContentID) -> String { "\(incomplete)/\(Self.ownPrefix)\(id.hex).part" }

  private func tagPlace(of id: ContentID) -> String { "\(incomplete)/\(Self.ownPrefix)\(id.hex).etag" }

  /// Returns the `ETag` of the version that a partially downloaded object is from.
  func entityTag(of id: ContentID) -> String? {
    guard let file = try? OpenFile(tagPlace(of: id), O_RDONLY | O_NOFOLLOW) else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 16)
    defer { buffer.deallocate() }
    guard let count = try? file.read(into: buffer, at: 0), count > 0, count < 1_024 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Saves the `ETag`, or deletes it if there is none. A lost tag costs one transfer from the first byte.
  func setEntityTag(_ tag: String?, of id: ContentID) {
    let place = tagPlace(of: id)
    guard var tag, tag.utf8.count < 1_024 else {
      unlink(place)
      return
    }
    guard let file = try? OpenFile(place, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW) else { return }
    tag.withUTF8 { bytes in _ = try? file.write(UnsafeRawBufferPointer(bytes), at: 0) }
  }

  /// Deletes the files that stopped programs left in `incomplete/` more than a day ago.
  ///
  /// - Parameter now: the time in seconds since 1970; files written or linked in the day before are kept. So are files
  ///   that a transfer has locked.
  package func removeLeftovers(now: Int64) throws(ObjectFolderError) {
    for name in try names(in: incomplete) where name.hasPrefix(Self.ownPrefix) {
      let place = "\(incomplete)/\(name)"
      guard let file = try? OpenFile(place, O_RDWR | O_NOFOLLOW), let status = try? file.status(),
        Int64(status.st_ctim.tv_sec) < now - 86_400, flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(place)
    }
  }
}

extension OpenFile {
  /// Adds the first bytes of the file to a hash.
  func hash(upTo size: Int, into hash: inout ContentHash) throws(ObjectFolderError) {
    guard size > 0 else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ObjectFolder.pieceSize, alignment: 4_096)
    defer { buffer.deallocate() }
    var position = 0
    while position < size {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size - position))
      let count = try read(into: wanted, at: position)
      guard count > 0 else { throw .system(path: path, errno: EIO) }
      hash.add(UnsafeRawBufferPointer(rebasing: wanted[..<count]))
      position += count
    }
  }
}

/// A file in `incomplete/` that is deleted with this value unless it was renamed to an object before.
struct Temporary: ~Copyable {
  var path: String { file.path }
  /// The file, open for reading and writing.
  let file: OpenFile

  /// Creates a file under a new name.
  init(in folder: ObjectFolder) throws(ObjectFolderError) {
    try folder.makeFolder(folder.incomplete)
    file = try NewName.file(in: folder)
  }

  deinit { unlink(path) }
}

/// Names in `incomplete/` that no file has. Another process, also one of another machine, may have the same id.
enum NewName {
  private static let made = Atomic(0)

  private static func next(in folder: ObjectFolder) -> String {
    let count = made.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(folder.incomplete)/\(ObjectFolder.ownPrefix)new-\(getpid())-\(count)"
  }

  /// Creates a file, open for reading and writing.
  static func file(in folder: ObjectFolder) throws(ObjectFolderError) -> OpenFile {
    while true {
      do { return try OpenFile(next(in: folder), O_RDWR | O_CREAT | O_EXCL) } catch .system(_, EEXIST) {}
    }
  }

  /// Creates a hard link and returns its path; nil if the file system of the target is another, or cannot have it.
  static func link(to path: String, in folder: ObjectFolder) -> String? {
    while true {
      let name = next(in: folder)
      if Glibc.link(path, name) == 0 { return name }
      if errno != EEXIST { return nil }
    }
  }
}
