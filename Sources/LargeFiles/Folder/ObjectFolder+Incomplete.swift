internal import FileSystem
internal import Glibc

extension ObjectFolder {
  /// What every file of Stet's own in `incomplete/` begins with; git-lfs keeps its own there too.
  static let ownPrefix = "stet-"

  /// Where objects stand until they are whole.
  var incomplete: String { "\(path)/incomplete" }

  /// Where an object stands that is on its way.
  func part(of id: ContentID) -> String { "\(incomplete)/\(Self.ownPrefix)\(id.hex).part" }

  private func tagPlace(of id: ContentID) -> String { "\(incomplete)/\(Self.ownPrefix)\(id.hex).etag" }

  /// The server's mark of the version of which an object's first bytes came.
  func entityTag(of id: ContentID) -> String? {
    guard let file = try? OpenFile(tagPlace(of: id), O_RDONLY | O_NOFOLLOW) else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 16)
    defer { buffer.deallocate() }
    guard let count = try? file.read(into: buffer, at: 0), count > 0, count < 1_024 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Notes it, or that there is none. Losing the note costs one transfer from the beginning.
  func setEntityTag(_ tag: String?, of id: ContentID) {
    let place = tagPlace(of: id)
    guard var tag, tag.utf8.count < 1_024 else {
      unlink(place)
      return
    }
    guard let file = try? OpenFile(place, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW) else { return }
    tag.withUTF8 { bytes in _ = try? file.write(UnsafeRawBufferPointer(bytes), at: 0) }
  }

  /// Removes what stopped programs left in `incomplete/` and nobody went on with.
  ///
  /// - Parameter limit: in seconds since 1970; what was written since stays. So does what is locked by a transfer.
  package func removeLeftovers(before limit: Int) throws(ObjectFolderError) {
    for name in try names(in: incomplete) where name.hasPrefix(Self.ownPrefix) {
      let place = "\(incomplete)/\(name)"
      guard let file = try? OpenFile(place, O_RDWR | O_NOFOLLOW), let status = try? file.status(),
        Int(status.st_mtim.tv_sec) < limit, flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(place)
    }
  }
}

extension OpenFile {
  /// Adds the file's first bytes to a hash.
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
