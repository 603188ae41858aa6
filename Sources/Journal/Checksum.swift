/// CRC-32C (Castagnoli polynomial), which distinguishes a whole record from one that a power cut tore.
package enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
    return value
  }

  /// Returns the checksum of a part of the bytes.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = ~0
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { buffer in
        for byte in buffer { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
      }
    }
    return ~value
  }
}
