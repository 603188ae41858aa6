extension FileTree {
  /// Visits everything below a folder, in no order.
  ///
  /// `visit` returns whether to enter a folder. Folders at which another mount starts are visited as `.other` and not
  /// entered. Files that vanish meanwhile are skipped. Each folder is opened by its path from the root, so that one
  /// descriptor is open at any depth; a folder that is moved meanwhile is only missed.
  ///
  /// - Returns: the errors of unreadable folders; nothing below them was visited, and nothing of it may count as
  ///   deleted.
  /// - Throws: as `entries`, for the first folder only.
  package func walk(
    _ location: FileLocation, visit: (_ location: FileLocation, _ stamp: FileStamp) -> Bool
  ) throws(FileError) -> [FileError] {
    var errors: [FileError] = []
    var pending = [location]
    while let place = pending.popLast() {
      do {
        errors += try visitNames(in: place) { name, stamp in
          let child = place.appending(name)
          if visit(child, stamp), stamp.kind == .directory { pending.append(child) }
        }
      } catch {
        if place == location { throw error }
        if error.code != .vanished, error.code != .noParent { errors.append(error) }
      }
    }
    return errors
  }
}
