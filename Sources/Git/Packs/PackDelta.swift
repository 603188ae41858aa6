internal import CGit2
internal import GitObjects
internal import Glibc

/// The instructions by which git makes an object of another one (`gitformat-pack`, "Deltified representation"), read
/// piece by piece.
struct PackDelta {
  /// The number of bytes passed on at a time.
  private static let piece = 1 << 20

  /// The bytes of the delta that were not used yet; at most one piece and one instruction.
  private var waiting: [UInt8] = []
  private var position = 0
  /// The size of the base and of the result; nil before they were read.
  private var sizes: (base: Int64, result: Int64)?
  /// The number of bytes of the current instruction that are still to be inserted.
  private var inserts = 0
  private var output: [UInt8] = []
  private var made: Int64 = 0

  private init() {}

  /// Returns the size of the object that a delta makes; nil if it cannot be read.
  static func resultSize(of delta: borrowing PackEntry) -> Int64? {
    struct Found: Error {}
    var reader = PackDelta()
    // The two sizes are at its beginning: the rest is not decompressed.
    _ = try? ObjectStream.inflate(delta.pack, at: delta.start, limit: delta.size, isSmall: true) { bytes in
      reader.waiting += bytes
      try reader.readSizes()
      if reader.sizes != nil { throw Found() }
    }
    return reader.sizes?.result
  }

  /// Passes on the content that a delta makes of its base.
  ///
  /// - Parameter base: a file with the base.
  /// - Throws: errors of `take`; `ObjectStoreError.failed` if the delta is damaged or does not fit the base.
  static func apply(_ delta: borrowing PackEntry, to base: Int32, _ take: ([UInt8]) throws -> Void) throws {
    var reader = PackDelta()
    let total = try ObjectStream.inflate(delta.pack, at: delta.start, limit: delta.size) { bytes in
      reader.waiting.removeFirst(reader.position)
      reader.position = 0
      reader.waiting += bytes
      try reader.advance(base, take)
    }
    if !reader.output.isEmpty { try take(reader.output) }
    guard total == delta.size, reader.inserts == 0, reader.position == reader.waiting.count,
      reader.made == reader.sizes?.result
    else { throw damaged }
  }

  private static var damaged: ObjectStoreError { .failed("a delta in a pack is damaged") }

  /// Reads the sizes, if both are there.
  private mutating func readSizes() throws(ObjectStoreError) {
    guard sizes == nil else { return }
    var next = position
    guard let base = try number(from: &next), let result = try number(from: &next) else { return }
    sizes = (base, result)
    position = next
  }

  /// Reads a number of seven bits a byte, the lowest first; nil if more bytes are needed.
  private func number(from next: inout Int) throws(ObjectStoreError) -> Int64? {
    var value: Int64 = 0
    var shift: Int64 = 0
    while next < waiting.count {
      let byte = waiting[next]
      next += 1
      guard shift < 57 else { throw Self.damaged }
      value |= Int64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }

  /// Executes the instructions that are complete.
  private mutating func advance(_ base: Int32, _ take: ([UInt8]) throws -> Void) throws {
    try readSizes()
    guard let sizes else { return }
    while position < waiting.count {
      if inserts > 0 {
        let count = min(inserts, waiting.count - position)
        try add(waiting[position..<(position + count)], of: sizes.result, take)
        position += count
        inserts -= count
        continue
      }
      let code = waiting[position]
      guard code & 0x80 != 0 else {
        // The code 0 is reserved.
        guard code != 0 else { throw Self.damaged }
        inserts = Int(code)
        position += 1
        continue
      }
      guard waiting.count - position > (code & 0x7f).nonzeroBitCount else { return }
      position += 1
      let offset = Int64(field(code, bits: 0..<4))
      let count = Int64(field(code, bits: 4..<7))
      try copy(from: offset, count == 0 ? 0x10000 : count, of: base, sizes, take)
    }
  }

  /// Reads the bytes of an offset or a size that an instruction has, the lowest first.
  private mutating func field(_ code: UInt8, bits: Range<Int>) -> UInt64 {
    var value: UInt64 = 0
    for bit in bits where code >> UInt8(bit) & 1 == 1 {
      value |= UInt64(waiting[position]) << UInt64(8 * (bit - bits.lowerBound))
      position += 1
    }
    return value
  }

  private mutating func copy(
    from offset: Int64, _ count: Int64, of base: Int32, _ sizes: (base: Int64, result: Int64),
    _ take: ([UInt8]) throws -> Void
  ) throws {
    guard offset + count <= sizes.base else { throw Self.damaged }
    var done: Int64 = 0
    while done < count {
      var bytes = [UInt8](repeating: 0, count: Int(min(count - done, Int64(Self.piece))))
      guard pread(base, &bytes, bytes.count, off_t(offset + done)) == bytes.count else { throw Self.damaged }
      done += Int64(bytes.count)
      try add(bytes[...], of: sizes.result, take)
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, of size: Int64, _ take: ([UInt8]) throws -> Void) throws {
    made += Int64(bytes.count)
    guard made <= size else { throw Self.damaged }
    output += bytes
    guard output.count >= Self.piece else { return }
    try take(output)
    output = []
  }
}
