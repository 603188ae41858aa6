internal import CGit2
internal import GitObjects
internal import Glibc

/// The compressed bytes of one object, in a pack or in a file of its own.
enum ObjectStream {
  /// The number of bytes read and passed on at a time.
  private static let (input, output) = (1 << 18, 1 << 20)

  /// Decompresses an object's content piece by piece.
  ///
  /// - Parameters:
  ///   - file: the descriptor of the pack or of the loose object.
  ///   - start: the offset of the compressed bytes.
  ///   - limit: the largest number of decompressed bytes.
  ///   - isSmall: whether small pieces are read and passed on; most objects are smaller than one large piece.
  /// - Returns: the number of decompressed bytes.
  /// - Throws: errors of `take`; `ObjectStoreError.failed` if the bytes are damaged by zlib's checksum.
  static func inflate(
    _ file: Int32, at start: off_t, limit: Int64, isSmall: Bool = false, _ take: ([UInt8]) throws -> Void
  ) throws -> Int64 {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ObjectStoreError.failed("there is no memory to read objects")
    }
    defer { inflateEnd(stream) }
    var input = [UInt8](repeating: 0, count: isSmall ? 1 << 13 : Self.input)
    var position = start
    var done: Int64 = 0
    var status = Z_OK
    while status != Z_STREAM_END {
      let count = pread(file, &input, input.count, position)
      guard count > 0 else { throw ObjectStoreError.failed("a file ends in the middle of an object") }
      position += off_t(count)
      var used = 0
      while used < count, status != Z_STREAM_END {
        var output = [UInt8](repeating: 0, count: isSmall ? 1 << 14 : Self.output)
        let step = input.withUnsafeMutableBufferPointer { bytes in
          output.withUnsafeMutableBufferPointer { buffer -> (taken: Int, made: Int) in
            stream.pointee.next_in = bytes.baseAddress.map { $0 + used }
            stream.pointee.avail_in = UInt32(count - used)
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(buffer.count)
            status = CGit2.inflate(stream, Z_NO_FLUSH)
            return (count - used - Int(stream.pointee.avail_in), buffer.count - Int(stream.pointee.avail_out))
          }
        }
        done += Int64(step.made)
        guard status == Z_OK || status == Z_STREAM_END, done <= limit, step.taken > 0 || step.made > 0 else {
          throw ObjectStoreError.failed("the compressed bytes of an object are damaged")
        }
        used += step.taken
        if step.made > 0 { try take(Array(output.prefix(step.made))) }
      }
    }
    return done
  }
}
