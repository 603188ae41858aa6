package import GitObjects

/// Reads the bytes of a `ByteWriter`; every call returns nil if the bytes end too early.
package struct ByteReader {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// Reads from a part of the bytes.
  package init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    position = start
    self.end = end ?? bytes.count
  }

  /// Reads one byte.
  package mutating func byte() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads an eight-byte number.
  package mutating func number() -> UInt64? {
    guard end - position >= 8 else { return nil }
    defer { position += 8 }
    return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
  }

  /// Reads a signed eight-byte number.
  package mutating func signed() -> Int64? { number().map { Int64(bitPattern: $0) } }

  /// Reads a four-byte number.
  package mutating func short() -> UInt32? {
    guard end - position >= 4 else { return nil }
    defer { position += 4 }
    return bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self)) }
  }

  /// Reads counted bytes.
  package mutating func content() -> [UInt8]? {
    guard let count = number(), count <= UInt64(end - position) else { return nil }
    defer { position += Int(count) }
    return Array(bytes[position..<(position + Int(count))])
  }

  /// Reads counted text.
  package mutating func text() -> String? {
    guard let count = short(), Int(count) <= end - position else { return nil }
    defer { position += Int(count) }
    return String(decoding: bytes[position..<(position + Int(count))], as: UTF8.self)
  }

  /// Reads an id; the inner value is nil for the zero id.
  package mutating func id() -> ObjectID?? {
    guard end - position >= 20,
      let id = bytes.withUnsafeBytes({ ObjectID(prefixOf: UnsafeRawBufferPointer(rebasing: $0[position...])) })
    else { return nil }
    position += 20
    return .some(id == .zero ? nil : id)
  }
}
