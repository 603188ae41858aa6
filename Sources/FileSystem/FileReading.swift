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
