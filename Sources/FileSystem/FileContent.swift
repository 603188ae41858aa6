/// A file's bytes together with what `stat` said of the very descriptor they were read from.
package struct FileContent: Hashable, Sendable {
  /// The bytes; of a symbolic link, its target.
  package var bytes: [UInt8]
  /// The stamp, taken from the descriptor before the first and again after the last byte (equal both times).
  package var stamp: FileStamp
  /// Whether no writer had the file open while it was read; false also where that cannot be told (not our file).
  package var isSettled: Bool

  /// Makes a content.
  package init(bytes: [UInt8], stamp: FileStamp, isSettled: Bool) {
    self.bytes = bytes
    self.stamp = stamp
    self.isSettled = isSettled
  }
}
