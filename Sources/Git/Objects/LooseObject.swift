internal import CGit2
internal import GitObjects

/// The file format of a loose object.
enum LooseObject {
  /// Returns the path of the object relative to `.git`.
  static func name(of id: ObjectID) -> String {
    let hex = id.hex
    return "objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
  }

  /// Returns the plain bytes before an object's content.
  static func prefix(_ kind: ObjectKind, size: Int) -> [UInt8] { Array("\(kind.rawValue) \(size)".utf8) + [0] }

  /// Encodes an object with its content in zlib's *stored* blocks, which cost a copy but no compression.
  static func stored(_ kind: ObjectKind, _ content: [UInt8]) -> [UInt8] {
    let header = prefix(kind, size: content.count)
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
      // The header is far smaller than a block, so it fits completely into the first.
      let start = position == 0 ? 0 : position - header.count
      if position == 0 { bytes.append(contentsOf: header) }
      bytes.append(contentsOf: content[start..<(position + size - header.count)])
      position += size
    } while position < total
    var sum = adler32_z(1, header, header.count)
    // For an empty content zlib would restart the checksum.
    if !content.isEmpty { sum = adler32_z(sum, content, content.count) }
    for shift in [24, 16, 8, 0] as [UInt] { bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    return bytes
  }

  /// Encodes an object at the cheapest compression level, because the next checkpoint packs it.
  ///
  /// - Throws: `.failed` if memory is short.
  static func deflated(_ kind: ObjectKind, _ content: [UInt8]) throws(ObjectStoreError) -> [UInt8] {
    let plain = prefix(kind, size: content.count) + content
    var size = compressBound(UInt(plain.count))
    var status = Z_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      status = compress2(buffer.baseAddress, &size, plain, UInt(plain.count), 1)
      count = status == Z_OK ? Int(size) : 0
    }
    guard status == Z_OK else { throw .failed("an object of \(content.count) bytes could not be compressed") }
    return bytes
  }

  /// Decodes a file; nil if it is truncated, changed, or of another length than its header states.
  ///
  /// The output never exceeds the length in the header, whatever the file contains. The hash is not checked here.
  static func parse(_ file: [UInt8]) -> (kind: ObjectKind, content: [UInt8])? {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    return file.withUnsafeBufferPointer { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      // "commit 18446744073709551615\0" is the longest possible header.
      var start = [UInt8](repeating: 0, count: 64)
      let status = inflate(into: &start, &stream)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { return nil }
      let have = start.count - Int(stream.avail_out)
      guard let gap = start[..<have].firstIndex(of: 0), let header = Header(start[..<gap]) else { return nil }
      let early = start[(gap + 1)..<have]
      // The content must not exceed its length; deflate cannot expand more than 1,032 times.
      guard early.count <= header.size, header.size / 1_040 <= input.count else { return nil }
      var ended = status == Z_STREAM_END
      var content = Array(early)
      if !ended {
        let rest = header.size - early.count
        content.reserveCapacity(header.size)
        var tail = [UInt8](repeating: 0, count: rest + 1)
        ended = inflate(into: &tail, &stream) == Z_STREAM_END && Int(stream.avail_out) == 1
        content.append(contentsOf: tail.dropLast())
      }
      return ended && content.count == header.size ? (header.kind, content) : nil
    }
  }

  /// The number of bytes of a file that always contain the header, however it is compressed: the first block may start
  /// with its code tables.
  static let headerBytes = 4_096

  /// Returns the header in the first bytes of a file; nil if there is none.
  static func header(of start: [UInt8]) -> Header? {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    return start.withUnsafeBufferPointer { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      var plain = [UInt8](repeating: 0, count: 64)
      let status = inflate(into: &plain, &stream)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { return nil }
      let have = plain.prefix(plain.count - Int(stream.avail_out))
      return have.firstIndex(of: 0).flatMap { Header(have[..<$0]) }
    }
  }

  /// The kind and length of an object, written before its content.
  struct Header {
    var kind: ObjectKind
    /// The length of the content in bytes.
    var size: Int

    /// Parses the plain text without its zero byte.
    init?(_ bytes: ArraySlice<UInt8>) {
      let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard words.count == 2, let kind = ObjectKind(rawValue: String(decoding: words[0], as: UTF8.self)),
        let size = Int(String(decoding: words[1], as: UTF8.self)), size >= 0
      else { return nil }
      self.kind = kind
      self.size = size
    }
  }

  private static func inflate(into buffer: inout [UInt8], _ stream: inout z_stream) -> Int32 {
    buffer.withUnsafeMutableBufferPointer { output in
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(clamping: output.count)
      var status = CGit2.inflate(&stream, Z_FINISH)
      // Z_FINISH with a full buffer means "not finished"; the next call continues.
      if status == Z_BUF_ERROR, stream.avail_out == 0 { status = Z_OK }
      stream.next_out = nil
      return status
    }
  }
}
