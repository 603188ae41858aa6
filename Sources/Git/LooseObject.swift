internal import GitObjects

/// The file form of a single object.
enum LooseObject {
  /// Where the object stands, relative to `.git`.
  static func name(of id: ObjectID) -> String {
    let hex = id.hex
    return "objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
  }

  /// The file's bytes with the content in zlib's *stored* blocks, which cost a copy and no compression.
  static func stored(_ kind: ObjectKind, _ content: [UInt8]) -> [UInt8] {
    let header = Array("\(kind.rawValue) \(content.count)".utf8) + [0]
    let blockSize = 65_535
    let total = header.count + content.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(total + total / blockSize * 5 + 16)
    // RFC 1950: deflate with a 32 KiB window, fastest level; a multiple of 31.
    bytes.append(0x78)
    bytes.append(0x01)
    var position = 0
    repeat {
      let size = min(blockSize, total - position)
      bytes.append(position + size == total ? 1 : 0)
      bytes.append(UInt8(truncatingIfNeeded: size))
      bytes.append(UInt8(truncatingIfNeeded: size >> 8))
      bytes.append(UInt8(truncatingIfNeeded: ~size))
      bytes.append(UInt8(truncatingIfNeeded: ~size >> 8))
      // The header is far smaller than a block, so it stands whole in the first.
      let start = position == 0 ? 0 : position - header.count
      if position == 0 { bytes.append(contentsOf: header) }
      bytes.append(contentsOf: content[start..<(position + size - header.count)])
      position += size
    } while position < total
    let sum = adler32(content, continuing: adler32(header, continuing: 1))
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    return bytes
  }

  /// RFC 1950's checksum.
  private static func adler32(_ bytes: [UInt8], continuing start: UInt32) -> UInt32 {
    bytes.withUnsafeBufferPointer { buffer in
      var a = start & 0xFFFF
      var b = start >> 16
      var position = 0
      while position < buffer.count {
        // 5,552 is the greatest number of steps that cannot overflow 32 bits.
        let end = min(buffer.count, position + 5_552)
        while position < end {
          a &+= UInt32(buffer[position])
          b &+= a
          position += 1
        }
        a %= 65_521
        b %= 65_521
      }
      return b << 16 | a
    }
  }
}
