/// CRC-32C (Castagnoli polynomial), which distinguishes a whole record from one that a power cut tore.
package enum Checksum {
  /// Eight tables of 256 values: table `n` is for a byte that `n` further bytes follow, so that eight bytes are taken at
  /// once.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { index -> UInt32 in
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      return value
    }
    for place in 256..<2_048 {
      let before = tables[place - 256]
      tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  /// Returns the checksum of a part of the bytes.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = ~0
    tables.withUnsafeBufferPointer { tables in
      bytes.withUnsafeBytes { bytes in
        var position = 0
        while bytes.count - position >= 8 {
          let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          let rest = word ^ UInt64(value)
          let first = tables[1_792 + Int(rest & 0xFF)] ^ tables[1_536 + Int(rest >> 8 & 0xFF)]
          let second = tables[1_280 + Int(rest >> 16 & 0xFF)] ^ tables[1_024 + Int(rest >> 24 & 0xFF)]
          let third = tables[768 + Int(rest >> 32 & 0xFF)] ^ tables[512 + Int(rest >> 40 & 0xFF)]
          let fourth = tables[256 + Int(rest >> 48 & 0xFF)] ^ tables[Int(rest >> 56)]
          value = first ^ second ^ third ^ fourth
          position += 8
        }
        for byte in bytes[position...] { value = tables[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
      }
    }
    return ~value
  }
}
