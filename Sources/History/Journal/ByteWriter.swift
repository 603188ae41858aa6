internal import GitObjects

/// Builds the bytes of a journal or cache record: little-endian numbers, length-prefixed text.
struct ByteWriter {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// Appends one byte.
  mutating func put(_ byte: UInt8) { bytes.append(byte) }

  /// Appends a number as eight bytes.
  mutating func put(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a signed number as eight bytes.
  mutating func put(_ number: Int64) { put(UInt64(bitPattern: number)) }

  /// Appends a number as four bytes.
  mutating func put(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a count and the bytes.
  mutating func put(_ content: [UInt8]) {
    put(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Appends text as counted UTF-8.
  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends an id; nil is written as the zero id.
  mutating func put(_ id: ObjectID?) { bytes.append(contentsOf: (id ?? .zero).bytes) }
}
