/// An event of a file.
package enum PathEvent: Hashable, Sendable {
  /// Its name was created: by opening, linking, or as a symbolic link.
  case created
  /// Its content or size changed.
  case modified
  /// It was closed after it was open for writing.
  case closedAfterWrite
  /// Its mode, owner, times or attributes changed.
  case attributes
  /// Its name was deleted.
  case deleted
  /// It was renamed from here; the kernel gives `movedHere` the same cookie if the target is watched.
  case movedAway(cookie: UInt32)
  /// It was renamed to here.
  case movedHere(cookie: UInt32)
  /// It was found in a folder that has just been watched.
  case listed
}

/// An event of a folder.
package enum FolderEvent: Hashable, Sendable {
  /// It was created or moved here from outside; its contents are reported file by file.
  case appeared
  /// It was deleted.
  case gone
  /// It was renamed from here.
  case movedAway(cookie: UInt32)
  /// It was renamed to here from a watched folder.
  case movedHere(cookie: UInt32)
  /// An event in it cannot be expressed by a path: it must be rescanned.
  case unclear
}
