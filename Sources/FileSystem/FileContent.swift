/// A file's bytes with the stat of the descriptor from which they were read.
package struct FileContent: Hashable, Sendable {
  /// The bytes; for a symbolic link, its target.
  package var bytes: [UInt8]
  /// The stamp of the descriptor, taken before the first byte and again after the last (both are equal).
  package var stamp: FileStamp
  /// Whether no writer had the file open during the read; false also if that cannot be determined (another user's
  /// file).
  package var isSettled: Bool

  /// Creates a content.
  package init(bytes: [UInt8], stamp: FileStamp, isSettled: Bool) {
    self.bytes = bytes
    self.stamp = stamp
    self.isSettled = isSettled
  }
}

/// The result of reading a file in pieces: its stat, and whether it was not written meanwhile.
package struct FileReading: Hashable, Sendable {
  /// The stamp of the descriptor, taken after the last byte.
  package var stamp: FileStamp
  /// Whether the pieces are the whole file of the stamp, with no writer from the first byte to the last.
  package var isSettled: Bool

  /// Creates a reading.
  package init(stamp: FileStamp, isSettled: Bool) {
    self.stamp = stamp
    self.isSettled = isSettled
  }
}

/// An entry of a folder.
package struct DirectoryEntry: Hashable, Sendable {
  /// The name, escaped as by `NameText`.
  package var name: String
  /// The kind without following links; nil if the file system does not report it without a `stat`.
  package var kind: FileStamp.Kind?
}
