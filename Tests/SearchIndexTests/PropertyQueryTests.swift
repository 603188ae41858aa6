import Documents
import GitObjects
import TestSupport
import Testing

@testable import SearchIndex

/// Queries of properties over an index of a history in memory.
@Suite struct PropertyQueryTests {
  private static func query(
    _ conditions: [String], places: [String] = [], sort: [String] = []
  ) throws -> DocumentQuery {
    var query = DocumentQuery()
    query.places = try places.map { try PathPattern($0) }
    query.conditions = try conditions.map { try DocumentCondition($0) }
    query.sorting = try sort.map { try #require(DocumentQuery.Sorting($0)) }
    return query
  }

  private static func paths(_ query: DocumentQuery, _ folder: IndexFolder) throws -> [String] {
    try folder.index()
    let tip = try #require(folder.tip)
    return try folder.indexer.matches(query).map { match in
      try #require(try folder.indexer.properties(of: match, for: query, at: tip)).path
    }
  }

  @Test func `documents are found by front matter, history and folders`() throws {
    let folder = try IndexFolder()
    let robot = Author.agent(name: "Robot", session: "1")
    try folder.commit(
      [
        "Research/b1/intro.md": "---\nstatus: draft\nrating: 3\n---\n# Introduction\n",
        "Research/b2/notes.md": "---\nbookId: b1\nrating: 5\n---\n# Notes\n", "Research/README.md": "# About\n",
      ], at: 1_000)
    try folder.commit(["Research/b1/full_text.txt": "whale\n", "image.png": "\u{0}"], by: robot, at: 2_000)
    #expect(
      try Self.paths(Self.query(["bookId=b1"], places: ["Research/{bookId}"]), folder) == [
        "Research/b1/full_text.txt", "Research/b1/intro.md", "Research/b2/notes.md",
      ])
    #expect(try Self.paths(Self.query(["rating>=3"], sort: ["-rating"]), folder).first == "Research/b2/notes.md")
    #expect(
      try Self.paths(Self.query(["createdBy=agent"]), folder) == ["Research/b1/full_text.txt", "image.png"])
    #expect(try Self.paths(Self.query(["kind=binary"]), folder) == ["image.png"])
    #expect(try Self.paths(Self.query(["createdAt<1970-01-01T00:20:00Z"]), folder).count == 3)
    #expect(try Self.paths(Self.query([], places: ["Research", "Research/b1"]), folder).count == 2)
    #expect(try Self.paths(Self.query([]), folder).count == 5)
  }

  @Test func `a document is shown only as the file is`() throws {
    let folder = try IndexFolder()
    let old = try folder.commit(["a.md": "---\nstatus: draft\n---\n"])
    let query = try Self.query(["status=draft"])
    try folder.index()
    let match = try #require(try folder.indexer.matches(query).first)
    #expect(try folder.indexer.properties(of: match, for: query, at: old) != nil)
    #expect(try folder.indexer.properties(of: match, for: Self.query(["status=done"]), at: old) == nil)
    let new = try folder.commit(["a.md": "---\nstatus: done\n---\n"])
    #expect(try folder.indexer.properties(of: match, for: query, at: new) == nil)
  }

  @Test(arguments: Seeds.blocks(plain: 4, long: 200))
  func `random queries equal a scan of all files`(seeds: Range<UInt64>) throws {
    for seed in seeds { try Self.compare(seed) }
  }

  private static func compare(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try IndexFolder()
    let keys = ["status", "rating", "tags", "due", "a-b", "Größe"]
    let values = ["draft", "Done", "3", "4.5", "2026-01-02", "[draft, 3]", "true", "\"x y\"", "", "\"3\""]
    var changes: [String: String?] = [:]
    for number in 0..<200 {
      let chosen = keys.filter { _ in Bool.random(using: &random) }
      let lines = chosen.map { "\($0): \(values.randomElement(using: &random) ?? "")\n" }.joined()
      let place = ["", "Research/b\(number % 7)/", "Research/"].randomElement(using: &random) ?? ""
      changes["\(place)\(number).md"] = lines.isEmpty ? "text\n" : "---\n\(lines)---\n# Title \(number % 5)\n"
    }
    try folder.commit(changes)
    try folder.index()
    let operands = ["draft", "done", "3", "4", "2026-01-02", "2026-01-01", "true", "b3", "\"\"", "x y"]
    for _ in 0..<100 {
      let conditions = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        let key = (keys + ["bookId", "title", "matter.status"]).randomElement(using: &random) ?? "status"
        let comparison = DocumentCondition.Comparison.allCases.randomElement(using: &random) ?? .equal
        return comparison == .exists || comparison == .missing
          ? "\(key) \(comparison.rawValue)"
          : "\(key)\(comparison.rawValue)\(operands.randomElement(using: &random) ?? "")"
      }
      let query = try query(
        conditions, places: Bool.random(using: &random) ? ["Research/{bookId}"] : [],
        sort: Bool.random(using: &random) ? ["rating", "-due"] : [])
      var scanned: [DocumentProperties] = []
      for (path, bytes) in folder.files {
        guard let folders = query.folders(of: path) else { continue }
        let document = ExtractedDocument(bytes, path: path)
        var properties = DocumentProperties(path: path, title: document.title, kind: document.kind)
        properties.matter = document.matter.flatMap { .init(line: $0) }
        properties.folders = folders
        if query.holds(for: properties) { scanned.append(properties) }
      }
      scanned.sort { query.isBefore(query.order(of: $0), query.order(of: $1)) ?? ($0.path < $1.path) }
      #expect(try folder.indexer.matches(query).map(\.path) == scanned.map(\.path), "seed \(seed): \(conditions)")
    }
  }
}
