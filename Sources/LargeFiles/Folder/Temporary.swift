internal import Glibc
internal import Synchronization

/// A file in `incomplete/` that is deleted with this value unless it was renamed to an object before.
struct Temporary: ~Copyable {
  private static let made = Atomic(0)

  /// The path of the file.
  let path: String
  /// The file, open for reading and writing.
  let file: OpenFile

  /// Creates a file under a new name.
  init(in folder: ObjectFolder) throws(ObjectFolderError) {
    try folder.makeFolder(folder.incomplete)
    while true {
      let count = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
      let path = "\(folder.incomplete)/\(ObjectFolder.ownPrefix)new-\(getpid())-\(count)"
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
}
