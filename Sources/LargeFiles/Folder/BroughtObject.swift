internal import Glibc

/// An object of another folder on this machine that has no name in this one yet: a hard link to it, as git-lfs makes
/// (objects are never written again), or a copy. The file is deleted with this value unless it was named.
final class BroughtObject: IncomingObject {
  let pointer: Pointer
  let folder: ObjectFolder
  let isOpen = false
  private let path: String

  /// Links or copies an object, and checks its hash.
  ///
  /// A copy is needed where the folders are on different file systems, or the file system has no hard links.
  ///
  /// - Parameter proceed: called with the number of bytes done; returning false cancels.
  /// - Throws: `.missing`, `.wrongSize` or `.wrongContent` if the other folder has no such object, or a damaged one.
  init(
    _ pointer: Pointer, from other: ObjectFolder, to folder: ObjectFolder, proceed: (Int) -> Bool
  ) throws(ObjectFolderError) {
    let source = try other.object(pointer.id)
    let size = Int(try source.status().st_size)
    guard size == pointer.size else { throw .wrongSize(pointer.id, expected: pointer.size, found: size) }
    try folder.makeFolder(folder.incomplete)
    self.pointer = pointer
    self.folder = folder
    let id: ContentID?
    if let link = NewName.link(to: source.path, in: folder) {
      path = link
      id = try Hashing.id(of: source.number, source.path, size: size, proceed: proceed)
    } else {
      // Closed when it is written: a group has too many files to keep them open.
      let file = try NewName.file(in: folder)
      path = file.path
      id = try folder.fill(file, from: source.number, proceed: proceed).id
    }
    guard id == pointer.id else { throw .wrongContent(pointer.id) }
  }

  deinit { unlink(path) }

  /// Does nothing: the object was checked while it was linked or copied.
  func complete() {}

  func flush() throws(ObjectFolderError) { try OpenFile(path, O_RDONLY | O_NOFOLLOW).flush() }

  func name() throws(ObjectFolderError) -> Bool { try folder.name(path, as: pointer) }
}
