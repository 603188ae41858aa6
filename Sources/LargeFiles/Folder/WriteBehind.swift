internal import FileSystem

/// Starts writing a file's pages to the device while more bytes are written, so that the final flush has little left to
/// do.
///
/// Nothing is durable by that; the flush reports a failed write.
struct WriteBehind {
  /// The number of bytes that are started together.
  private static let step = 8 << 20

  private var begun = 0

  /// Notes that the file was written up to a size.
  mutating func note(size: Int, of file: borrowing OpenFile) {
    guard size - begun >= Self.step else { return }
    DeviceWriting.begin(file.number, from: begun, count: size - begun)
    begun = size
  }

  /// Starts again, for a file that is rewritten from its first byte.
  mutating func restart() { begun = 0 }
}
