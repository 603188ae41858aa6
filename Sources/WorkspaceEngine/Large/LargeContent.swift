/// What a reader is given of a file.
struct LargeContent: Sendable {
  /// The bytes.
  var bytes: [UInt8]
  /// Whether they are only the lines that were asked for.
  var isPart = false
}
