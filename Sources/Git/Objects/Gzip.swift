internal import CGit2

/// Reads gzip files (RFC 1952) with the zlib that libgit2 uses.
package enum Gzip {
  /// Returns the first `limit` bytes of a gzip file's content; nil if the file is damaged or not gzip.
  package static func content(of file: [UInt8], limit: Int) -> [UInt8]? {
    guard file.starts(with: [0x1F, 0x8B, 8]) else { return nil }
    var stream = z_stream()
    // 16 more than the largest window: a gzip header is expected.
    let window: Int32 = 15 + 16
    guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    return file.withUnsafeBufferPointer { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      var content: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 65_536)
      while content.count < limit {
        let status = part.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        guard status == Z_OK || status == Z_STREAM_END else { return nil }
        content += part.prefix(part.count - Int(stream.avail_out))
        if status == Z_STREAM_END { break }
      }
      return Array(content.prefix(limit))
    }
  }
}
