/// git's index as bytes: versions 2 to 4 are read, changed and written without an object for each entry.
///
/// Entries keep the file's own form (version 4's shared prefixes are expanded in memory), so that a change at 100,000
/// entries is a copy of the rest (review A2).
struct IndexFile {
  /// The reason why the bytes cannot be used.
  enum Failure: Error {
    /// The index is damaged and must be rebuilt.
    case damaged
    /// The index has an unsupported form (split, sparse, unknown); its name.
    case refused(String)
  }

  /// The version to write.
  var version: UInt32
  /// The entries in the form of versions 2 and 3, without a gap after the header.
  var bytes: [UInt8]
  /// The start of each entry, followed by the end of the last.
  var starts: [Int]
  /// The extension `TREE`: known tree ids by directory; empty if there is none.
  var trees: [UInt8] = []
  /// The extension `REUC`: resolved conflicts, which git can restore; empty if there is none.
  var resolved: [UInt8] = []

  /// Creates an index without entries.
  init() {
    version = 2
    bytes = []
    starts = [0]
  }

  /// The number of entries including conflict stages.
  var count: Int { starts.count - 1 }

  /// Parses a file.
  ///
  /// - Parameter isTrusted: skips the checksum, for an unchanged file that this process wrote.
  init(_ file: [UInt8], isTrusted: Bool) throws(Failure) {
    guard file.count >= 32, file.starts(with: "DIRC".utf8) else { throw .damaged }
    let end = file.count - 20
    if !isTrusted {
      let sum = file.withUnsafeBytes { SHA1.hash(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
      // index.skipHash writes zeros.
      guard file[end...].elementsEqual(sum) || file[end...].allSatisfy({ $0 == 0 }) else { throw .damaged }
    }
    version = Self.word(file, 4)
    let count = Int(Self.word(file, 8))
    guard (2...4).contains(version) else { throw .refused("index version \(version)") }
    guard count <= (end - 12) / 62 || version == 4 else { throw .damaged }
    starts = []
    starts.reserveCapacity(min(count, file.count / 30) + 1)
    var position = 12
    if version == 4 {
      bytes = []
      try readPrefixed(file, count: count, end: end, position: &position)
    } else {
      for _ in 0..<count {
        starts.append(position - 12)
        guard let length = Self.length(of: file, at: position, end: end) else { throw .damaged }
        position += length
      }
      bytes = Array(file[12..<position])
    }
    starts.append(bytes.count)
    try readExtensions(file, from: position, end: end)
  }

  /// Returns the bytes of the file with its checksum.
  func content() -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(bytes.count + trees.count + resolved.count + 64)
    file.append(contentsOf: "DIRC".utf8)
    Self.append(version, to: &file)
    Self.append(UInt32(count), to: &file)
    if version == 4 { appendPrefixed(to: &file) } else { file.append(contentsOf: bytes) }
    for (name, body) in [("TREE", trees), ("REUC", resolved)] where !body.isEmpty {
      file.append(contentsOf: name.utf8)
      Self.append(UInt32(body.count), to: &file)
      file.append(contentsOf: body)
    }
    file.append(contentsOf: file.withUnsafeBytes { SHA1.hash($0) })
    return file
  }

  private mutating func readExtensions(_ file: [UInt8], from start: Int, end: Int) throws(Failure) {
    var position = start
    while position < end {
      guard position + 8 <= end else { throw .damaged }
      let name = String(decoding: file[position..<(position + 4)], as: UTF8.self)
      let size = Int(Self.word(file, position + 4))
      position += 8
      guard size <= end - position else { throw .damaged }
      switch name {
      case "TREE": trees = Array(file[position..<(position + size)])
      case "REUC": resolved = Array(file[position..<(position + size)])
      case "link": throw .refused("a split index")
      case "sdir": throw .refused("a sparse index")
      default:
        // An upper-case extension is optional. git rebuilds the untracked cache and similar ones.
        guard name.utf8.first.map({ $0 >= 0x41 && $0 <= 0x5A }) == true else { throw .refused("extension \(name)") }
      }
      position += size
    }
  }

  /// Returns a big-endian word.
  @inline(__always)
  static func word(_ bytes: [UInt8], _ position: Int) -> UInt32 {
    UInt32(bytes[position]) << 24 | UInt32(bytes[position + 1]) << 16 | UInt32(bytes[position + 2]) << 8
      | UInt32(bytes[position + 3])
  }

  /// Appends a big-endian word.
  static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  /// Returns the length of an entry in bytes; nil if it is truncated.
  @inline(__always)
  private static func length(of file: [UInt8], at position: Int, end: Int) -> Int? {
    guard position + 62 < end else { return nil }
    let isExtended = file[position + 60] & 0x40 != 0
    let fixed = isExtended ? 64 : 62
    var name = Int(file[position + 60] & 0x0F) << 8 | Int(file[position + 61])
    if name == 0xFFF {
      while position + fixed + name < end, file[position + fixed + name] != 0 { name += 1 }
    }
    let length = (fixed + name + 8) & ~7
    guard position + length <= end, file[position + fixed + name] == 0 else { return nil }
    return length
  }
}

extension IndexFile {
  /// Parses version 4's entries, each of which shares a prefix with the previous name, into the longer form.
  mutating func readPrefixed(_ file: [UInt8], count: Int, end: Int, position: inout Int) throws(Failure) {
    var name: [UInt8] = []
    for _ in 0..<count {
      guard position + 62 < end else { throw .damaged }
      let fixed = file[position + 60] & 0x40 != 0 ? 64 : 62
      let start = position
      position += fixed
      // git's offset encoding: seven bits a byte, plus one for each further byte.
      var drop = Int(file[position] & 0x7F)
      while file[position] & 0x80 != 0 {
        position += 1
        guard position < end, drop < 1 << 20 else { throw .damaged }
        drop = (drop + 1) << 7 | Int(file[position] & 0x7F)
      }
      position += 1
      guard drop <= name.count else { throw .damaged }
      name.removeLast(drop)
      while position < end, file[position] != 0 {
        name.append(file[position])
        position += 1
      }
      guard position < end else { throw .damaged }
      position += 1
      starts.append(bytes.count)
      Self.appendEntry(fixed: file[start..<(start + fixed)], name: name, to: &bytes)
    }
  }

  /// Appends the entries in version 4's form.
  func appendPrefixed(to file: inout [UInt8]) {
    var last: ArraySlice<UInt8> = []
    for position in 0..<count {
      let entry = bytes[starts[position]..<starts[position + 1]]
      let name = self.name(at: position)
      file.append(contentsOf: entry[entry.startIndex..<name.startIndex])
      let shared = zip(last, name).prefix { $0 == $1 }.count
      var drop = last.count - shared
      var digits = [UInt8(drop & 0x7F)]
      drop >>= 7
      while drop > 0 {
        drop -= 1
        digits.insert(UInt8(0x80 | (drop & 0x7F)), at: 0)
        drop >>= 7
      }
      file.append(contentsOf: digits)
      file.append(contentsOf: name.dropFirst(shared))
      file.append(0)
      last = name
    }
  }

  /// Appends an entry with its padding.
  static func appendEntry(fixed: some Collection<UInt8>, name: some Collection<UInt8>, to bytes: inout [UInt8]) {
    let length = (fixed.count + name.count + 8) & ~7
    bytes.append(contentsOf: fixed)
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: repeatElement(0, count: length - fixed.count - name.count))
  }
}
