internal import FileSystem

/// Has the device begin with what was written to a file, while more of it comes: the flush at its end finds little left.
///
/// Nothing is durable by it; a failure is the flush's to find.
struct WriteBehind {
  /// How many bytes are begun together.
  private static let step = 8 << 20

  private var begun = 0

  /// Notes that the file was written up to a size.
  mutating func note(size: Int, of file: borrowing OpenFile) {
    guard size - begun >= Self.step else { return }
    DeviceWriting.begin(file.number, from: begun, count: size - begun)
    begun = size
  }

  /// The file is written from its beginning again.
  mutating func restart() { begun = 0 }
}
