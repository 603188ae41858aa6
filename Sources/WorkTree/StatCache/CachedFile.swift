package import FileSystem
package import GitObjects

/// The content of a path when it was last read, with its `stat`.
package struct CachedFile: Hashable, Sendable {
  /// The stamp of the descriptor from which the content was read.
  package var stamp: FileStamp
  /// The blob of the content.
  package var blob: ObjectID
  /// Whether the stamp proves the content: no writer had it open during the read, and its time was 10 ms old (review
  /// C2).
  package var isTrusted: Bool
  /// Whether the file is the content of a large file; the blob is then its pointer's.
  package var isLarge: Bool

  /// Makes an entry; the way and time of reading decide whether it is trusted.
  ///
  /// - Parameter readAt: wall clock, nanoseconds since 1970.
  package init(stamp: FileStamp, blob: ObjectID, isSettled: Bool, readAt: Int64, isLarge: Bool = false) {
    self.isLarge = isLarge
    self.stamp = stamp
    self.blob = blob
    // A time in the future was set explicitly: by a camera with a wrong clock, and kept by a copy. A writer sets
    // another one.
    isTrusted = isSettled && (readAt - stamp.modified).magnitude >= 10_000_000
  }

  /// Takes a stored entry.
  init(stamp: FileStamp, blob: ObjectID, isTrusted: Bool, isLarge: Bool) {
    self.isLarge = isLarge
    self.stamp = stamp
    self.blob = blob
    self.isTrusted = isTrusted
  }

  /// Returns the entry of the renamed file: its content is the same.
  package func moved(to stamp: FileStamp) -> CachedFile {
    CachedFile(stamp: stamp, blob: blob, isTrusted: isTrusted, isLarge: isLarge)
  }

  /// The mode that git would give it.
  package var mode: FileMode { FileMode(stamp) }

  /// Returns whether a file with this stamp certainly has the cached content.
  package func proves(_ now: FileStamp) -> Bool {
    isTrusted && stamp.sameContent(as: now) && stamp.permissions == now.permissions
  }
}

extension FileMode {
  /// Makes the mode of a stamped file.
  package init(_ stamp: FileStamp) {
    switch stamp.kind {
    case .symlink: self = .symlink
    case .directory: self = .tree
    default: self = stamp.permissions & 0o100 != 0 ? .executable : .file
    }
  }
}
