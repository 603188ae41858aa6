/// What `stat` said of a file that was read in pieces, and whether nobody wrote meanwhile.
package struct FileReading: Hashable, Sendable {
  /// The stamp, taken from the descriptor after the last byte.
  package var stamp: FileStamp
  /// Whether the pieces are the whole file as the stamp says, with no writer from the first byte to the last.
  package var isSettled: Bool

  /// Makes a reading.
  package init(stamp: FileStamp, isSettled: Bool) {
    self.stamp = stamp
    self.isSettled = isSettled
  }
}
