package import FileSystem
package import GitObjects

/// What a path held when it was last read, and what `stat` said then.
package struct CachedFile: Hashable, Sendable {
  /// The stamp of the descriptor the content was read from.
  package var stamp: FileStamp
  /// The blob of the content.
  package var blob: ObjectID
  /// Whether the stamp proves the content: it was read with no writer there, and its time was 10 ms old (review C2).
  package var isTrusted: Bool
  /// Whether the file is the content of a large file: the blob is that of its pointer.
  package var isLarge: Bool

  /// Makes an entry; whether it is trusted follows from how and when the content was read.
  ///
  /// - Parameter readAt: wall clock, nanoseconds since 1970.
  package init(stamp: FileStamp, blob: ObjectID, isSettled: Bool, readAt: Int64, isLarge: Bool = false) {
    self.isLarge = isLarge
    self.stamp = stamp
    self.blob = blob
    // A time that lies ahead was given: by a camera whose clock is wrong, and kept by a copy. Whoever writes gives another.
    isTrusted = isSettled && (readAt - stamp.modified).magnitude >= 10_000_000
  }

  /// Takes an entry as it was stored.
  init(stamp: FileStamp, blob: ObjectID, isTrusted: Bool, isLarge: Bool) {
    self.isLarge = isLarge
    self.stamp = stamp
    self.blob = blob
    self.isTrusted = isTrusted
  }

  /// The same of a file that was renamed: what it is known to hold goes with it.
  func moved(to stamp: FileStamp) -> CachedFile {
    CachedFile(stamp: stamp, blob: blob, isTrusted: isTrusted, isLarge: isLarge)
  }

  /// The mode that git would give it.
  package var mode: FileMode { FileMode(stamp) }

  /// Whether a file with this stamp certainly has the cached content.
  package func proves(_ now: FileStamp) -> Bool {
    isTrusted && stamp.sameContent(as: now) && stamp.permissions == now.permissions
  }
}

extension FileMode {
  /// The mode of what a stamp says stands there.
  package init(_ stamp: FileStamp) {
    switch stamp.kind {
    case .symlink: self = .symlink
    case .directory: self = .tree
    default: self = stamp.permissions & 0o100 != 0 ? .executable : .file
    }
  }
}
