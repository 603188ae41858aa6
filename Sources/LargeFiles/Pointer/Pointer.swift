/// A git-lfs pointer, version 1: the text that replaces a large file's content in the tree.
///
/// The text follows the git-lfs specification: `version` first, the other keys in order, one space, one newline each,
/// fewer than 1,024 bytes. Stet's pointers are byte for byte those of `git lfs pointer`.
package struct Pointer: Hashable, Sendable {
  /// A filter that git-lfs applied to the content before it was stored: `ext-<priority>-<name> sha256:<id>`.
  package struct Extension: Hashable, Sendable {
    /// The position in the order of filters, 0 to 9.
    package var priority: Int
    /// The filter's name.
    package var name: String
    /// The id of the content before the filter.
    package var id: ContentID
  }

  /// The id of the stored content.
  package var id: ContentID
  /// The size of the stored content in bytes.
  package var size: Int
  /// The filters of the content, by priority; parsed ones are kept, and Stet adds none.
  package var extensions: [Extension]

  /// Texts of this many bytes or more are not pointers.
  package static let byteLimit = 1_024
  /// The value of the first line.
  static let version = "https://git-lfs.github.com/spec/v1"

  /// Creates a pointer.
  package init(id: ContentID, size: Int, extensions: [Extension] = []) {
    self.id = id
    self.size = size
    self.extensions = extensions
  }

  /// The encoded pointer; empty for an empty content, for which git-lfs writes an empty file.
  package var bytes: [UInt8] {
    if size == 0 { return [] }
    var text = "version \(Self.version)\n"
    for item in extensions { text += "ext-\(item.priority)-\(item.name) sha256:\(item.id.hex)\n" }
    text += "oid sha256:\(id.hex)\nsize \(size)\n"
    return Array(text.utf8)
  }
}

/// The result of parsing a text as a git-lfs pointer.
package enum PointerReading: Hashable, Sendable {
  /// It is not a pointer: any document, or a text with more than a pointer in it.
  case none
  /// It is a pointer, byte for byte as Stet writes it.
  case exact(Pointer)
  /// git-lfs accepts it as a pointer, but would write it differently: an old version's name, other line ends, spaces.
  case loose(Pointer)
  /// It begins like a pointer but cannot be parsed, because it was edited or truncated. It is never silently taken as
  /// content.
  case damaged(String)

  /// The pointer, if there is one.
  package var pointer: Pointer? {
    switch self {
    case .exact(let pointer), .loose(let pointer): pointer
    case .none, .damaged: nil
    }
  }

  /// The versions that git-lfs reads; Stet writes only the first.
  private static let versions = [Pointer.version, "http://git-media.io/v/2", "https://hawser.github.com/spec/v1"]

  /// Parses a text.
  ///
  /// - Parameter bytes: the whole file, or at least its first `Pointer.byteLimit` bytes: a longer file is not a
  ///   pointer.
  package init(_ bytes: some RandomAccessCollection<UInt8>) {
    if let quick = bytes.withContiguousStorageIfAvailable({ Self.canonical($0) }), let pointer = quick {
      self = .exact(pointer)
      return
    }
    guard let body = Self.body(bytes) else {
      self = .none
      return
    }
    let isLong = bytes.count >= Pointer.byteLimit
    var fault: String?
    let pointer = isLong ? nil : Self.pointer(body, &fault)
    if let pointer {
      self = pointer.bytes.elementsEqual(bytes) ? .exact(pointer) : .loose(pointer)
    } else if isLong {
      // A document that starts with a quoted pointer is a document.
      self = .none
    } else {
      self = fault.map { .damaged($0) } ?? .none
    }
  }

  private static let opening = Array("version \(Pointer.version)\noid sha256:".utf8)
  private static let middle = Array("\nsize ".utf8)

  /// Returns the pointer without extensions whose encoding is exactly these bytes; nil for any other text.
  ///
  /// Nearly all pointers are such, and each check of a placeholder parses one.
  private static func canonical(_ bytes: UnsafeBufferPointer<UInt8>) -> Pointer? {
    let (idEnd, sizeStart) = (opening.count + 64, opening.count + 64 + middle.count)
    // A size of 16 TiB has 14 digits.
    guard bytes.count > sizeStart + 1, bytes.count <= sizeStart + 15, bytes.last == UInt8(ascii: "\n") else {
      return nil
    }
    for index in 0..<opening.count where bytes[index] != opening[index] { return nil }
    for index in 0..<middle.count where bytes[idEnd + index] != middle[index] { return nil }
    guard bytes[sizeStart] != UInt8(ascii: "0") else { return nil }
    var size = 0
    for index in sizeStart..<(bytes.count - 1) {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      size = size * 10 + Int(digit)
    }
    guard size <= largestSize else { return nil }
    return ContentID(hex: bytes[opening.count..<idEnd]).map { Pointer(id: $0, size: size) }
  }

  /// Returns the lines of the trimmed text; nil if the first is not a pointer's.
  private static func body(_ bytes: some RandomAccessCollection<UInt8>) -> [[UInt8]]? {
    let limited = Array(bytes.prefix(Pointer.byteLimit))
    var text = limited[...]
    while let last = text.last, isSpace(last) { text.removeLast() }
    while let first = text.first, isSpace(first) { text.removeFirst() }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    guard let first = lines.first, versions.contains(where: { Array("version \($0)".utf8) == first }) else {
      return nil
    }
    return lines
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func pointer(_ lines: [[UInt8]], _ fault: inout String?) -> Pointer? {
    var id: ContentID?
    var size: Int?
    var extensions: [Pointer.Extension] = []
    for line in lines.dropFirst() where !line.isEmpty {
      guard let space = line.firstIndex(of: 32) else {
        // Any text may follow a quoted pointer; a line without key and value is not a pointer's.
        fault = "the line \"\(String(decoding: line.prefix(60), as: UTF8.self))\" has no key and value"
        return nil
      }
      let key = String(decoding: line[..<space], as: UTF8.self)
      let value = line[(space + 1)...]
      switch key {
      case "oid" where id == nil && size == nil:
        id = contentID(value)
        if id == nil { fault = "its id is not sha256: and 64 lower-case digits" }
      case "size" where id != nil && size == nil:
        size = number(value)
        if size == nil { fault = "its size is not a number of bytes" }
      case _ where key.hasPrefix("ext-") && id == nil && size == nil:
        if let item = item(key, value), !extensions.contains(where: { $0.priority == item.priority }) {
          extensions.append(item)
        } else {
          fault = "\(key) is not an extension, or its priority occurs twice"
        }
      default: fault = "\(key) occurs twice, is in the wrong place, or is not a key of a pointer"
      }
      if fault != nil { return nil }
    }
    guard let id, let size else {
      fault = id == nil ? "it has no id" : "it has no size"
      return nil
    }
    return Pointer(id: id, size: size, extensions: extensions.sorted { $0.priority < $1.priority })
  }

  private static func contentID(_ value: ArraySlice<UInt8>) -> ContentID? {
    let prefix = Array("sha256:".utf8)
    return value.starts(with: prefix) ? ContentID(hex: value.dropFirst(prefix.count)) : nil
  }

  /// The largest size of a file (16 TiB, ext4's limit): no file is larger, and sums of larger sizes could overflow.
  private static let largestSize = 1 << 44

  private static func number(_ value: ArraySlice<UInt8>) -> Int? {
    let number = Int(String(decoding: value, as: UTF8.self))
    return number.flatMap { (0...largestSize).contains($0) ? $0 : nil }
  }

  private static func item(_ key: String, _ value: ArraySlice<UInt8>) -> Pointer.Extension? {
    let parts = key.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let priority = Int(parts[1]), (0...9).contains(priority), parts[1].utf8.count == 1,
      !parts[2].isEmpty, let id = contentID(value)
    else { return nil }
    return Pointer.Extension(priority: priority, name: String(parts[2]), id: id)
  }
}
