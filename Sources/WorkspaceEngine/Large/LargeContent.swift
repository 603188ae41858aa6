/// The content that a reader receives for a file.
struct LargeContent: Sendable {
  var bytes: [UInt8]
  /// Whether the bytes are only the requested lines.
  var isPart = false
}
