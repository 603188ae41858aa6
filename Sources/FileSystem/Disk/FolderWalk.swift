/// A walk through a folder and all folders below it.
///
/// Each folder is opened by its path from the root, so that one descriptor is open at any depth. A folder that is moved
/// meanwhile is only missed.
struct FolderWalk {
  private let tree: DiskTree
  /// The folders that the walk has not entered.
  private var pending: [FileLocation] = []
  /// The failures of single folders and entries.
  private var errors: [FileError] = []

  /// Prepares a walk.
  init(of tree: DiskTree) { self.tree = tree }

  /// Passes each entry below a folder to `visit`, which returns whether to enter a folder.
  ///
  /// - Returns: the failures of folders and entries below it.
  /// - Throws: `FileError` if the first folder cannot be listed.
  mutating func run(
    from start: FileLocation, visit: (_ location: FileLocation, _ stamp: FileStamp) -> Bool
  ) throws(FileError) -> [FileError] {
    try enter(start, visit: visit)
    while let folder = pending.popLast() {
      do {
        try enter(folder, visit: visit)
      } catch  where error.code == .vanished || error.code == .noParent {
        continue
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  private mutating func enter(
    _ location: FileLocation, visit: (_ location: FileLocation, _ stamp: FileStamp) -> Bool
  ) throws(FileError) {
    errors += try tree.visitNames(in: location) { name, stamp in
      let place = location.appending(name)
      if visit(place, stamp), stamp.kind == .directory { pending.append(place) }
    }
  }
}
