internal import Values

/// The last answer of a server, in a small file.
struct AnswerCache {
  /// The largest file.
  private static let limit = 8 << 20
  /// The seconds since 1970 of the times that are used, up to the year 9999; others are damage.
  static let times: ClosedRange<Int64> = 0...253_402_300_799

  /// The path of the file.
  let path: String

  /// An answer.
  struct Entry: Hashable {
    var body: [UInt8]
    /// The time of the answer in seconds since 1970.
    var time: Int64
  }

  /// Returns the last answer to a request; nil if there is none, or one to another request.
  func entry(_ address: String) -> Entry? {
    guard let bytes = try? SourceFile.read(path, limit: Self.limit).bytes, let file = JSONValue(line: bytes),
      file["address"]?.text == address, let time = file["time"]?.integer, Self.times.contains(Int64(time)),
      let body = file["body"]?.text
    else { return nil }
    return Entry(body: Array(body.utf8), time: Int64(time))
  }

  /// Keeps an answer; a cache that cannot be written is none.
  func keep(_ entry: Entry, _ address: String) {
    let file = JSONValue.object([
      JSONMember(name: "address", value: .string(address)),
      JSONMember(name: "time", value: .number(String(entry.time))),
      JSONMember(name: "body", value: .string(String(decoding: entry.body, as: UTF8.self))),
    ])
    try? EntryWriter.replace(path, with: file.line)
  }
}
