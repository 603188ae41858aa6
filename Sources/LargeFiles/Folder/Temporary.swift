internal import Glibc
internal import Synchronization

/// A file in `incomplete/` that goes with this value, unless it was given an object's name before.
struct Temporary: ~Copyable {
  private static let made = Atomic(0)

  /// Where it stands.
  let path: String
  /// Open for reading and writing.
  let file: OpenFile

  /// Makes one under a name that nobody has.
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
        // Left by an earlier process of the same number.
      }
    }
  }

  deinit { unlink(path) }
}
