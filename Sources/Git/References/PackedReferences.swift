internal import GitObjects

/// The file `packed-refs`, cached while it does not change.
struct PackedReferences {
  /// The references by full name.
  private(set) var entries: [String: ObjectID] = [:]
  private var seen: StatusStamp?

  /// Reads the file again if it changed; costs one `stat` otherwise.
  ///
  /// - Throws: `.failed` if it cannot be read.
  mutating func update(from directory: GitDirectory) throws(ObjectStoreError) {
    let now = directory.status("packed-refs").map(StatusStamp.init)
    if let now, now == seen { return }
    entries = [:]
    seen = now
    guard now != nil, let content = try directory.read("packed-refs") else { return }
    for line in content.split(separator: UInt8(ascii: "\n")) {
      // Comments are skipped, and the peeled values of tags, which begin with "^".
      guard line.count > 41, let id = ObjectID(hex: String(decoding: line.prefix(40), as: UTF8.self)) else { continue }
      entries[String(decoding: line.dropFirst(41), as: UTF8.self)] = id
    }
  }

  /// Returns the file's bytes without one reference; the other lines are unchanged.
  static func content(_ content: [UInt8], without name: String) -> [UInt8] {
    var kept: [UInt8] = []
    var dropsPeeled = false
    for line in content.split(separator: UInt8(ascii: "\n")) {
      let isPeeled = line.first == UInt8(ascii: "^")
      let isNamed = line.count > 41 && line.first != UInt8(ascii: "#") && line.dropFirst(41).elementsEqual(name.utf8)
      if isNamed || (isPeeled && dropsPeeled) {
        dropsPeeled = true
        continue
      }
      dropsPeeled = false
      kept.append(contentsOf: line)
      kept.append(UInt8(ascii: "\n"))
    }
    return kept
  }
}
