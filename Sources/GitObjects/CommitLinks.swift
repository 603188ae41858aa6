/// The part of a commit that a walk of history needs: its parents and its time.
struct CommitLinks {
  /// The parent commits.
  var parents: [ObjectID]
  /// The committer's seconds since 1970; zero if they cannot be read.
  var seconds: Int64

  /// Creates links from known values.
  init(parents: [ObjectID], seconds: Int64) {
    self.parents = parents
    self.seconds = seconds
  }

  /// Parses a commit's content.
  ///
  /// - Throws: `ObjectFormatError.commit` if a parent is not an id.
  init(content: [UInt8]) throws(ObjectFormatError) {
    parents = []
    seconds = 0
    var rest = content[...]
    while let first = rest.first, first != UInt8(ascii: "\n") {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      rest = end == rest.endIndex ? [] : rest[(end + 1)...]
      if line.starts(with: "parent ".utf8) {
        guard let id = ObjectID(hex: String(decoding: line.dropFirst(7), as: UTF8.self)) else { throw .commit }
        parents.append(id)
      } else if line.starts(with: "committer ".utf8) {
        let behind = line[(line.lastIndex(of: UInt8(ascii: ">")) ?? line.startIndex)...]
        let digits = behind.drop { !($0 >= 0x30 && $0 <= 0x39) && $0 != UInt8(ascii: "-") }
        seconds = Int64(String(decoding: digits.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)) ?? 0
        return
      }
    }
  }
}
