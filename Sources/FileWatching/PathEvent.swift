/// What was seen of a file.
package enum PathEvent: Hashable, Sendable {
  /// Its name was made: by opening, linking, or as a symbolic link.
  case created
  /// Its content or size changed.
  case modified
  /// Somebody who had it open for writing closed it.
  case closedAfterWrite
  /// Its mode, owner, times or attributes changed.
  case attributes
  /// Its name was taken away.
  case deleted
  /// It was renamed from here; the kernel gives `movedHere` the same cookie if the target is watched.
  case movedAway(cookie: UInt32)
  /// It was renamed to here.
  case movedHere(cookie: UInt32)
  /// It was found in a folder that has just come under watch.
  case listed
}

/// What was seen of a folder.
package enum FolderEvent: Hashable, Sendable {
  /// It was made or moved here from outside; what it holds is reported file by file.
  case appeared
  /// It was removed.
  case gone
  /// It was renamed from here.
  case movedAway(cookie: UInt32)
  /// It was renamed to here from a watched place.
  case movedHere(cookie: UInt32)
  /// Something in it was seen that cannot be told by a path: it is to be read again.
  case unclear
}
