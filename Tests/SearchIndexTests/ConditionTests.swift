import Testing
import Values

@testable import SearchIndex

/// Conditions on properties of documents.
@Suite struct ConditionTests {
  @Test(arguments: [
    ("status=draft", "status", "=", "draft"), ("status = draft ", "status", "=", "draft"),
    ("rating>=4", "rating", ">=", "4"), ("a.b != x y", "a.b", "!=", "x y"), ("x<\"\"", "x", "<", ""),
    (#""due date" < "2026-12-01""#, "due date", "<", "2026-12-01"), (#"x="a \"b\" \\""#, "x", "=", #"a "b" \"#),
    ("bookId exists", "bookId", "exists", ""), ("bookId  missing ", "bookId", "missing", ""),
    ("Größe>1", "Größe", ">", "1"), ("x=a=b", "x", "=", "a=b"), ("x=exists", "x", "=", "exists"),
  ])
  func `a condition has a key, an operator and a value`(text: String, key: String, sign: String, value: String) throws {
    let condition = try DocumentCondition(text)
    #expect(condition.key.name == key && condition.comparison.rawValue == sign && condition.value == value)
  }

  @Test(arguments: [
    ("", 1), ("  ", 3), ("=x", 1), (" >= 3", 2), ("status", 7), ("status ", 8), ("status draft", 8), ("a=>3", 2),
    ("a =< 3", 3), ("a<>3", 2), ("a==3", 2), ("a=~x", 2), ("a!x", 2), ("a!", 2), ("a~b", 2), ("a=", 2), ("a >=  ", 3),
    ("\"a", 1), ("a=\"b", 3), ("a=\"b\" c", 7), ("\"\"=x", 1), ("a exists b", 3), ("a is b", 3), ("matter.=x", 1),
  ])
  func `an operator without a meaning is refused with its position`(text: String, position: Int) {
    #expect { try DocumentCondition(text) } throws: { ($0 as? QueryFault)?.position == position }
  }

  /// A document with front matter and history.
  private static var document: DocumentProperties {
    var document = DocumentProperties(path: "Research/book_1/notes.md", title: "Blue Whales", kind: .markdown)
    document.matter = [
      "status": "Draft", "rating": .number("4"), "share": .number("0.50"), "tags": ["whales", "Krill", .number("7")],
      "due": "2026-12-01", "at": "2026-12-01T00:30:00+02:00", "done": false, "empty": .null, "none": [],
      "author": ["name": "Ada", "born": .number("1815")], "a.b": "dotted", "isbn": "007", "title": "Other",
    ]
    document.made = DocumentProperties.Change(kind: "agent", name: "Robot", time: "2026-11-20T10:00:00Z")
    document.changed = DocumentProperties.Change(kind: "user", name: "Ada", time: "2026-11-25T23:30:00-05:00")
    document.folders = ["bookId": "book_1", "status": "folder"]
    return document
  }

  @Test(arguments: [
    // Texts, without the difference of case.
    "status=draft", "status=DRAFT", "status!=done", "status>apple", "status<=draft", "title=blue whales",
    "matter.title=Other", "kind=markdown", "name=notes.md", "folder=Research/book_1", "isbn=007", "isbn!=7",
    // Numbers.
    "rating=4", "rating=4.0", "rating>3", "rating>=4", "rating<10", "rating!=5", "share=0.5", "share<1",
    // Lists: one element is enough.
    "tags=krill", "tags=7", "tags!=cats", "tags>5", "tags exists", "none exists", "none!=x",
    // Dates and times: a date is that day as it was written.
    "due=2026-12-01", "due>=2026-12-01", "due<2026-12-02", "at=2026-12-01", "at=2026-11-30T22:30:00Z",
    "at<2026-12-01T00:00:00Z", "at>=2026-12-01", "createdAt<2026-11-21", "modifiedAt=2026-11-25",
    "modifiedAt>2026-11-26T00:00:00Z",
    // Truth values, nested keys, keys with dots.
    "done=false", "done!=true", "author.name=ada", "author.born<1900", "a.b=dotted", "author exists",
    // Authors by name and kind.
    "createdBy=robot", "createdBy=agent", "createdBy!=Ada", "createdKind=agent", "modifiedBy=user", "modifiedBy=Ada",
    // Folders named in the query, unless the front matter has the key.
    "bookId=book_1", "bookId exists", "status!=folder", "empty missing", "gone missing", "gone!=x",
  ])
  func `a document fulfils`(text: String) throws {
    #expect(try DocumentCondition(text).holds(for: Self.document))
  }

  @Test(arguments: [
    "status=drafts", "status!=draft", "status>=e", "rating=five", "rating>four", "rating<4", "share>0.5", "isbn=7",
    "tags=cats", "tags!=whales", "due>2026-12-01", "due=2026-12", "at<2026-12-01", "done=no", "done<true",
    "author=Ada", "author.gone exists", "createdBy=user", "modifiedKind=agent", "bookId=book_2", "bookId missing",
    "empty exists", "gone=x", "gone<x", "gone exists", "none=x", "title=Other", "isbn<8",
  ])
  func `a document does not fulfil`(text: String) throws {
    #expect(try !DocumentCondition(text).holds(for: Self.document))
  }

  @Test func `a time in words is one only for an order`() throws {
    #expect(try DocumentCondition("createdAt>yesterday").mayBePhrase)
    #expect(try !DocumentCondition("createdAt=yesterday").mayBePhrase)
    #expect(try !DocumentCondition("createdAt>2026-11-01").mayBePhrase)
    var condition = try DocumentCondition("createdAt>yesterday")
    condition.seconds = 1_000_000_000
    #expect(condition.holds(for: Self.document))
    condition.seconds = 2_000_000_000
    #expect(!condition.holds(for: Self.document))
  }

  @Test(
    arguments: [
      ("Research/{bookId}", "Research/b/x.md", ["bookId": "b"]),
      ("Research/{bookId}", "Research/b/sources/x.md", ["bookId": "b"]),
      ("Research/{bookId}", "Research/README.md", nil), ("Research/{bookId}", "Other/b/x.md", nil),
      ("{a}/{b}/x", "1/2/x/y", ["a": "1", "b": "2"]), ("{a}/x", "1/y/z", nil),
      ("Research", "Research/b/x.md", [:]), ("Research", "Research", [:]), ("Research", "Researches/x", nil),
      ("{}", "{}/x", [:]), ("{}", "a/x", nil),
    ] as [(String, String, [String: String]?)])
  func `a name in braces is a folder`(pattern: String, path: String, folders: [String: String]?) throws {
    #expect(try PathPattern(pattern).folders(of: path) == folders)
  }

  @Test func `values are sorted by kind and value, and documents without one come last`() throws {
    var query = DocumentQuery()
    query.sorting = [try #require(DocumentQuery.Sorting("x"))]
    var reverse = query
    reverse.sorting = [try #require(DocumentQuery.Sorting("-x"))]
    let values: [JSONValue] = [
      .number("-1"), .number("2"), .number("10"), "2026-01-01", "2026-01-01T12:00:00Z", "apple", "Banana", "cherry",
      false, true,
    ]
    func order(_ value: JSONValue?, _ query: DocumentQuery) -> [PropertyOrder?] {
      var document = DocumentProperties(path: "a", title: "a", kind: .text)
      document.matter = value.map { ["x": $0] }
      return query.order(of: document)
    }
    for (first, second) in zip(values, values.dropFirst()) {
      #expect(query.isBefore(order(first, query), order(second, query)) == true, "\(first) \(second)")
      #expect(query.isBefore(order(second, query), order(first, query)) == false)
      #expect(reverse.isBefore(order(first, reverse), order(second, reverse)) == false)
      #expect(query.isBefore(order(first, query), order(first, query)) == nil)
    }
    for query in [query, reverse] {
      #expect(query.isBefore(order(true, query), order(nil, query)) == true)
      #expect(query.isBefore(order(nil, query), order("a", query)) == false)
    }
  }
}
