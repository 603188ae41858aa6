internal import Glibc

/// The objects of a remote that is a folder of this machine stand where stock git-lfs puts them: in `lfs/objects` of its
/// git directory, so a remote is an object folder, too.
extension ObjectFolder {
  /// The object folder of a repository on this machine, bare or with a work tree; nil where there is no repository.
  package static func ofRepository(_ path: String) -> ObjectFolder? {
    for directory in ["\(path)/.git", path] {
      var status = stat()
      guard stat("\(directory)/objects", &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        stat("\(directory)/HEAD", &status) == 0
      else { continue }
      return ObjectFolder(path: "\(directory)/lfs")
    }
    return nil
  }

  /// Which of these are here, apart from another folder: what stands in one place with it, by a link or another name of the
  /// folder, goes with it.
  package func holds(_ pointers: [Pointer], apartFrom other: ObjectFolder) async -> Set<ContentID> {
    let found = await DiskQueue.run { () throws(ObjectFolderError) -> Set<ContentID> in
      Set(pointers.filter { holds($0) && !isOnePlace(of: $0.id, with: other) }.map(\.id))
    }
    return (try? found.get()) ?? []
  }

  /// Which of these are not here whole, by their hashes. What is damaged is set aside, so that it can come again.
  package func damaged(_ pointers: [Pointer]) async -> Set<ContentID> {
    var result: Set<ContentID> = []
    for pointer in pointers where pointer.size > 0 {
      let checked = await DiskQueue.run { () throws(ObjectFolderError) -> Void in
        do throws(ObjectFolderError) { try check(pointer) } catch {
          if error == .wrongContent(pointer.id) { setAside(pointer.id) }
          throw error
        }
      }
      if case .failure = checked { result.insert(pointer.id) }
    }
    return result
  }

  private func isOnePlace(of id: ContentID, with other: ObjectFolder) -> Bool {
    func folder(_ place: String) -> String { String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)]) }
    var (own, others) = (stat(), stat())
    guard stat(folder(place(of: id)), &own) == 0, stat(folder(other.place(of: id)), &others) == 0 else { return false }
    return own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  /// Brings an object from another folder: hashed, and linked where both are on one file system, as git-lfs does (objects
  /// are never written again), else copied.
  ///
  /// - Returns: whether it had to be brought.
  /// - Throws: `.missing`, `.wrongSize` or `.wrongContent` where the other has none, or a damaged one.
  package func bring(
    _ pointer: Pointer, from other: ObjectFolder, proceed: (Int) -> Bool = { _ in true }
  ) throws(ObjectFolderError) -> Bool {
    if holds(pointer) { return false }
    let source = try other.object(pointer.id)
    let size = Int(try source.status().st_size)
    guard size == pointer.size else { throw .wrongSize(pointer.id, expected: pointer.size, found: size) }
    if try link(pointer, source, proceed) { return true }
    let stored = try store(source.number, proceed: proceed)
    guard stored == Pointer(id: pointer.id, size: pointer.size) else { throw .wrongContent(pointer.id) }
    return true
  }

  /// False where the two are on different file systems, or this one has no links.
  private func link(
    _ pointer: Pointer, _ source: borrowing OpenFile, _ proceed: (Int) -> Bool
  ) throws(ObjectFolderError) -> Bool {
    let name: String
    do {
      let temporary = try Temporary(in: self)
      name = "\(temporary.path)-link"
    }
    guard Glibc.link(source.path, name) == 0 else { return false }
    defer { unlink(name) }
    guard try Hashing.id(of: source.number, source.path, size: pointer.size, proceed: proceed) == pointer.id else {
      throw .wrongContent(pointer.id)
    }
    try source.flush()
    try publish(name, as: pointer)
    return true
  }
}
