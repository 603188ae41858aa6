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

  /// Deletes the files that stopped programs left in `incomplete/`.
  ///
  /// - Parameter limit: a time in seconds since 1970; files written since then are kept. So are files that a transfer
  ///   has locked, and new files of this process: a hard link has the time of its object.
  package func removeLeftovers(before limit: Int) throws(ObjectFolderError) {
    for name in try names(in: incomplete)
    where name.hasPrefix(Self.ownPrefix) && !name.hasPrefix(Temporary.ownPrefix) {
      let place = "\(incomplete)/\(name)"
      guard let file = try? OpenFile(place, O_RDWR | O_NOFOLLOW), let status = try? file.status(),
        Int(status.st_mtim.tv_sec) < limit, flock(file.number, LOCK_EX | LOCK_NB) == 0
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
  private static let made = Atomic(0)

  /// The prefix of the names that this process makes.
  fileprivate static var ownPrefix: String { "\(ObjectFolder.ownPrefix)new-\(getpid())-" }

  /// The path of the file.
  let path: String
  /// The file, open for reading and writing.
  let file: OpenFile

  /// Creates a file under a new name.
  init(in folder: ObjectFolder) throws(ObjectFolderError) {
    try folder.makeFolder(folder.incomplete)
    while true {
      let path = Self.newPath(in: folder)
      do {
        file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        self.path = path
        return
      } catch .system(_, EEXIST) {
        // An earlier process with the same id left it.
      }
    }
  }

  deinit { unlink(path) }

  /// Returns a path in `incomplete/` that this process has not used before.
  static func newPath(in folder: ObjectFolder) -> String {
    let count = made.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(folder.incomplete)/\(ownPrefix)\(count)"
  }
}
