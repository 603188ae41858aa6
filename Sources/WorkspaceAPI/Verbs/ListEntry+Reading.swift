internal import GitObjects

extension ListEntry {
  /// Reads a list as `json` writes it; nil for any other text, and for one with an escape, which `JSONDecoder` reads.
  package static func list(json: some Collection<UInt8>) -> [ListEntry]? {
    json.withContiguousStorageIfAvailable { bytes -> [ListEntry]? in
      var reader = ListReader(bytes)
      return reader.list()
    } ?? nil
  }
}

/// Reads a list of names in one pass over the bytes.
private struct ListReader {
  private var json: PlainJSON

  init(_ bytes: UnsafeBufferPointer<UInt8>) { json = PlainJSON(bytes) }

  mutating func list() -> [ListEntry]? {
    var entries: [ListEntry] = []
    guard json.take("[") else { return nil }
    if json.take("]") { return json.isAtEnd ? entries : nil }
    repeat {
      guard let entry = entry() else { return nil }
      entries.append(entry)
    } while json.take(",")
    return json.take("]") && json.isAtEnd ? entries : nil
  }

  private mutating func entry() -> ListEntry? {
    var (path, kind): (String?, String?)
    var size: Int?
    var token: ObjectID?
    var (isLocalOnly, isProtected): (Bool?, Bool?)
    var large: LargeFileState?
    let isWhole = object { name, reader in
      switch name {
      case "path": reader.read(&path) { $0.text() }
      case "kind": reader.read(&kind) { $0.text() }
      case "size": reader.read(&size) { $0.number() }
      case "token": reader.read(&token) { $0.id() }
      case "isLocalOnly": reader.read(&isLocalOnly) { $0.truth() }
      case "isProtected": reader.read(&isProtected) { $0.truth() }
      case "large": reader.read(&large) { $0.large() }
      default: false
      }
    }
    guard isWhole, let path, let kind else { return nil }
    var entry = ListEntry(path: path, kind: kind, size: size, token: token)
    entry.isLocalOnly = isLocalOnly
    entry.isProtected = isProtected
    entry.large = large
    return entry
  }

  private mutating func large() -> LargeFileState? {
    var (path, oid, state, upload): (String?, String?, String?, String?)
    var (problem, outcome): (String?, String?)
    var (size, percent, moved): (Int?, Int?, Int?)
    var isPinned: Bool?
    let isWhole = object { name, reader in
      switch name {
      case "path": reader.read(&path) { $0.text() }
      case "oid": reader.read(&oid) { $0.text() }
      case "state": reader.read(&state) { $0.text() }
      case "upload": reader.read(&upload) { $0.text() }
      case "problem": reader.read(&problem) { $0.text() }
      case "outcome": reader.read(&outcome) { $0.text() }
      case "size": reader.read(&size) { $0.number() }
      case "moved": reader.read(&moved) { $0.number() }
      case "percent": reader.read(&percent) { $0.number() }
      case "isPinned": reader.read(&isPinned) { $0.truth() }
      default: false
      }
    }
    guard isWhole, let path, let size, let oid, let state, let upload, let isPinned else { return nil }
    return LargeFileState(
      path: path, size: size, oid: oid, state: state, upload: upload, percent: percent, moved: moved,
      isPinned: isPinned, problem: problem, outcome: outcome)
  }

  /// Reads a value into its place; returns false if it has another type.
  private mutating func read<Value>(_ place: inout Value?, _ value: (inout ListReader) -> Value?) -> Bool {
    place = value(&self)
    return place != nil
  }

  private mutating func object(_ member: (_ name: String, inout ListReader) -> Bool) -> Bool {
    guard json.take("{") else { return false }
    repeat {
      guard let name = text(), json.take(":"), member(name, &self) else { return false }
    } while json.take(",")
    return json.take("}")
  }

  private mutating func text() -> String? { json.text().map { String(decoding: $0, as: UTF8.self) } }

  private mutating func id() -> ObjectID? { json.text().flatMap { ObjectID(digits: UnsafeRawBufferPointer($0)) } }

  private mutating func number() -> Int? {
    let start = json.position
    var number = 0
    // A number with more digits may overflow.
    while json.position < json.bytes.count, json.position < start + 18,
      let digit = Self.digit(json.bytes[json.position])
    {
      number = number * 10 + digit
      json.position += 1
    }
    guard json.position > start, json.isAtEnd || Self.digit(json.bytes[json.position]) == nil else { return nil }
    return number
  }

  private static func digit(_ byte: UInt8) -> Int? {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int(byte - UInt8(ascii: "0")) : nil
  }

  private mutating func truth() -> Bool? {
    for value in [true, false] where json.bytes[json.position...].starts(with: "\(value)".utf8) {
      json.position += "\(value)".utf8.count
      return value
    }
    return nil
  }
}
