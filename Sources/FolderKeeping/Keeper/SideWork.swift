internal import WorkTree

/// Work that runs beside the turns: on a thread, or in slices between them.
enum SideWork: Sendable {
  /// Copy a very large file into the store.
  case copy(LargeCopy)
  /// Read a very large displaced file before it is deleted.
  case readDisplaced(slot: String, LargeCopy)
  /// Search the origins of files whose search took longer than a turn has.
  case findOrigins
  /// Search a whole tip for local-only files.
  case findLocalOnly
  /// Place contents of large files.
  case placeLarge
  /// Record all files, which ends the doubt about agents' tools that were reported while that was not possible.
  case endDoubt
}
