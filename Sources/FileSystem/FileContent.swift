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
