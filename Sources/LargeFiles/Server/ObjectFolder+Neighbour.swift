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
