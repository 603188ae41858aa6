package import GitObjects

/// Builds the bytes of a journal or cache record: little-endian numbers, length-prefixed text.
package struct ByteWriter {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes a writer without bytes.
  package init() {}

  /// Appends one byte.
  package mutating func put(_ byte: UInt8) { bytes.append(byte) }

  /// Appends a number as eight bytes.
  package mutating func put(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a signed number as eight bytes.
  package mutating func put(_ number: Int64) { put(UInt64(bitPattern: number)) }

  /// Appends a number as four bytes.
  package mutating func put(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a count and the bytes.
  package mutating func put(_ content: [UInt8]) {
    put(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Appends text as counted UTF-8.
  package mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends an id; nil is written as the zero id.
  package mutating func put(_ id: ObjectID?) { bytes.append(contentsOf: (id ?? .zero).bytes) }
}
