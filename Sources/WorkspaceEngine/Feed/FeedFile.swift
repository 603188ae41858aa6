internal import Documents
internal import GitObjects
internal import Values
internal import WorkspaceAPI

/// The names of the feed's files. Records are appended to the first of them that has room, and read from all.
enum FeedFile {
  private static let folder = FeedRecord.folder

  /// The size in bytes from which a file takes no more records: each publication writes its whole file into a commit.
  static let full = 1 << 20

  /// Returns the path of a file, counted from 1.
  static func path(_ number: Int) -> String { number == 1 ? FeedRecord.firstFile : "\(folder)/feed-\(number).jsonl" }

  /// Returns whether a path is one of a file of the feed: any file with lines of JSON in the folder.
  static func isOne(_ path: String) -> Bool {
    let rest = path.utf8.dropFirst(folder.utf8.count + 1)
    return path.utf8.starts(with: "\(folder)/".utf8) && !rest.contains(UInt8(ascii: "/")) && path.hasSuffix(".jsonl")
  }
}

/// The text of a file of the feed: one record on each line, as JSON. Pure.
struct FeedText: Hashable {
  /// The records in the order of their lines.
  var records: [FeedRecord] = []
  /// The number of each record's line, from 1.
  var places: [Int] = []
  /// The numbers of the lines that are no records, from 1; blank lines are left out.
  var broken: [Int] = []

  /// Reads a text; a line that is no record hides no other line.
  init(_ text: [UInt8]) {
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let content = number == 1 ? line.dropFirst(ByteOrderMark.length(in: line)) : line
      guard !content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { continue }
      guard let record = FeedRecord(line: Array(content)) else {
        broken.append(number)
        continue
      }
      records.append(record)
      places.append(number)
    }
  }

  /// Returns whether a record has an id.
  func has(_ id: String) -> Bool { records.contains { $0.id.hasSameBytes(as: id) } }

  /// Returns the records of a text that no earlier text has.
  static func added(by text: [UInt8], to earlier: [[UInt8]]) -> [FeedRecord] {
    // A file grows at its end: usually only the new lines are read.
    let begin = earlier.filter { $0.last == UInt8(ascii: "\n") && text.starts(with: $0) }.map(\.count).max() ?? 0
    let records = FeedText(Array(text[begin...])).records
    guard !records.isEmpty else { return [] }
    var seen: Set<[UInt8]> = []
    for text in earlier { seen.formUnion(FeedText(text).records.map { Array($0.id.utf8) }) }
    return records.filter { seen.insert(Array($0.id.utf8)).inserted }
  }
}

extension FeedRecord {
  /// Reads a line; nil if it is not an object with an id, a headline and a time. Members that a record does not have
  /// are ignored.
  init?(line: [UInt8]) {
    guard let value = JSONValue(line: line), let id = value["id"]?.text, !id.isEmpty,
      let headline = value["headline"]?.text, let time = value["time"]?.text, ISOTime.seconds(time) != nil
    else { return nil }
    self.init(
      id: id, time: time, headline: headline, content: value["content"]?.text ?? "", bookId: value["bookId"]?.text,
      agent: value["agent"]?.text, session: value["session"]?.text,
      links: value["links"]?.elements?.compactMap(\.text) ?? [])
  }

  /// The record as one line of JSON, with its line end.
  var line: [UInt8] {
    var members = [
      JSONMember(name: "id", value: .string(id)), JSONMember(name: "time", value: .string(time)),
      JSONMember(name: "headline", value: .string(headline)), JSONMember(name: "content", value: .string(content)),
    ]
    for (name, text) in [("bookId", bookId), ("agent", agent), ("session", session)] {
      if let text { members.append(JSONMember(name: name, value: .string(text))) }
    }
    if !links.isEmpty { members.append(JSONMember(name: "links", value: .array(links.map { .string($0) }))) }
    return JSONValue.object(members).line + [UInt8(ascii: "\n")]
  }

  /// The beginning of the line. It counts at the start of a line only: a content may contain it.
  var mark: String { "{\"id\":\(JSONString.quoted(id))" }
}
