internal import CGit2
internal import GitObjects

/// Compresses contents one after the other at zlib's fastest level, with a single allocation.
final class Deflater {
  /// zlib keeps a pointer to it, so it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Creates a compressor.
  ///
  /// - Throws: `.failed` if memory is short.
  init() throws(ObjectStoreError) {
    stream.initialize(to: z_stream())
    guard deflateInit_(stream, 1, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .failed("there is no memory to compress objects")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Appends a content of less than 2 GiB in zlib format.
  ///
  /// - Throws: `.failed` if zlib fails; the output is unchanged then.
  func append(_ content: [UInt8], to output: inout [UInt8]) throws(ObjectStoreError) {
    deflateReset(stream)
    let bound = Int(deflateBound(stream, UInt(content.count)))
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: bound))
    let status = content.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { buffer in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = buffer.baseAddress.map { $0 + start }
        stream.pointee.avail_out = UInt32(bound)
        return deflate(stream, Z_FINISH)
      }
    }
    let used = status == Z_STREAM_END ? bound - Int(stream.pointee.avail_out) : 0
    output.removeLast(bound - used)
    guard status == Z_STREAM_END else { throw .failed("an object of \(content.count) bytes could not be compressed") }
  }
}
