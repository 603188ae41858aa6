import Documents
import GitObjects
import Merge
import Testing

/// Taking a change back out of what is there now.
struct TreeReversalTests {
  /// A folder before and after a change, as it is now, and when the change was taken back.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var before: [(path: String, text: String)]
    var after: [(path: String, text: String)]
    var now: [(path: String, text: String)]
    /// The renames that the commits declare: that of the change, and the one since.
    var renamed: [PathRename] = []
    var renamedSince: [PathRename] = []
    var result: [(path: String, text: String)]
    var left: [String] = []

    static let all = [
      Shape(
        testDescription: "an edit, nothing since", before: [("a", "1\n")], after: [("a", "2\n")], now: [("a", "2\n")],
        result: [("a", "1\n")]),
      Shape(
        testDescription: "an edit, later lines stay", before: [("a", "1\nx\ny\nz\n")], after: [("a", "2\nx\ny\nz\n")],
        now: [("a", "2\nx\ny\nz\nlater\n")], result: [("a", "1\nx\ny\nz\nlater\n")]),
      Shape(
        testDescription: "the same line edited since stays, another goes back",
        before: [("a", "1\nx\ny\nz\n5\n")], after: [("a", "one\nx\ny\nz\nfive\n")],
        now: [("a", "mine\nx\ny\nz\nfive\n")], result: [("a", "mine\nx\ny\nz\n5\n")], left: ["changed a 0..<1"]),
      Shape(
        testDescription: "a file that was made goes, and its folder", before: [("b", "1\n")],
        after: [("b", "1\n"), ("d/a", "2\n")], now: [("b", "1\n"), ("d/a", "2\n")], result: [("b", "1\n")]),
      Shape(
        testDescription: "a file that was made and written in stays", before: [("b", "1\n")],
        after: [("b", "1\n"), ("a", "2\n3\n")], now: [("b", "1\n"), ("a", "2\n3\nlater\n")],
        result: [("b", "1\n"), ("a", "2\n3\nlater\n")], left: ["written a"]),
      Shape(
        testDescription: "of a file of records that was made, records of others stay",
        before: [("b", "1\n"), (".gitattributes", "*.jsonl merge=stet-records\n")],
        after: [("b", "1\n"), (".gitattributes", "*.jsonl merge=stet-records\n"), ("a.jsonl", "{\"id\":\"1\"}\n")],
        now: [
          ("b", "1\n"), (".gitattributes", "*.jsonl merge=stet-records\n"),
          ("a.jsonl", "{\"id\":\"0\"}\n{\"id\":\"1\"}\n{\"id\":\"2\"}\n"),
        ],
        result: [
          ("b", "1\n"), (".gitattributes", "*.jsonl merge=stet-records\n"),
          ("a.jsonl", "{\"id\":\"0\"}\n{\"id\":\"2\"}\n"),
        ]),
      Shape(
        testDescription: "of a log that was made, lines of others stay",
        before: [("b", "1\n"), (".gitattributes", "a merge=union\n")],
        after: [("b", "1\n"), (".gitattributes", "a merge=union\n"), ("a", "2\n3\n")],
        now: [("b", "1\n"), (".gitattributes", "a merge=union\n"), ("a", "2\n3\nlater\n")],
        result: [("b", "1\n"), (".gitattributes", "a merge=union\n"), ("a", "later\n")]),
      Shape(
        testDescription: "a JSON text over several lines that was made and written in stays",
        before: [(".gitattributes", "*.json merge=stet-records\n")],
        after: [(".gitattributes", "*.json merge=stet-records\n"), ("a.json", "[\n{\"id\":1}\n]\n")],
        now: [(".gitattributes", "*.json merge=stet-records\n"), ("a.json", "[\n{\"id\":1},\n{\"id\":2}\n]\n")],
        result: [(".gitattributes", "*.json merge=stet-records\n"), ("a.json", "[\n{\"id\":1},\n{\"id\":2}\n]\n")],
        left: ["written a.json"]),
      Shape(
        testDescription: "a file that was made and cut since stays as it was cut", before: [("b", "1\n")],
        after: [("b", "1\n"), ("a", "2\n3\n")], now: [("b", "1\n"), ("a", "2\n")],
        result: [("b", "1\n"), ("a", "2\n")], left: ["written a"]),
      Shape(
        testDescription: "a file that was deleted comes back", before: [("a", "1\n"), ("b", "1\n")],
        after: [("b", "1\n")], now: [("b", "2\n")], result: [("a", "1\n"), ("b", "2\n")]),
      Shape(
        testDescription: "a file that was deleted and made anew stays as it was made",
        before: [("a", "1\n"), ("b", "1\n")], after: [("b", "1\n")], now: [("a", "new\n"), ("b", "1\n")],
        result: [("a", "new\n"), ("b", "1\n")], left: ["replaced a"]),
      Shape(
        testDescription: "a file that was edited and is gone since stays gone", before: [("a", "1\n"), ("b", "1\n")],
        after: [("a", "2\n"), ("b", "1\n")], now: [("b", "1\n")], result: [("b", "1\n")], left: ["deleted a"]),
      Shape(
        testDescription: "a rename is turned back, with what was written since",
        before: [("a", "1\n2\n3\n")], after: [("b", "1\n2\n3\n")], now: [("b", "1\n2\n3\nlater\n")],
        renamed: [PathRename(from: "a", to: "b")], result: [("a", "1\n2\n3\nlater\n")]),
      Shape(
        testDescription: "a rename that nobody saw is turned back too",
        before: [("a", "1\n2\n3\n")], after: [("b", "1\n2\n3\n")], now: [("b", "1\n2\n3\n")],
        result: [("a", "1\n2\n3\n")]),
      Shape(
        testDescription: "an edit of a file that was renamed since", before: [("a", "1\nx\ny\n")],
        after: [("a", "2\nx\ny\n")], now: [("b", "2\nx\ny\n")], renamedSince: [PathRename(from: "a", to: "b")],
        result: [("b", "1\nx\ny\n")]),
      Shape(
        testDescription: "a rename that was renamed again keeps the last name", before: [("a", "1\n2\n3\n")],
        after: [("b", "1\n2\n3\n")], now: [("c", "1\n2\n3\n")], renamed: [PathRename(from: "a", to: "b")],
        renamedSince: [PathRename(from: "b", to: "c")], result: [("c", "1\n2\n3\n")], left: ["renamed a"]),
      Shape(
        testDescription: "a file that was made and renamed since stays", before: [("x", "1\n")],
        after: [("x", "1\n"), ("a", "2\n")], now: [("x", "1\n"), ("b", "2\n")],
        renamedSince: [PathRename(from: "a", to: "b")], result: [("x", "1\n"), ("b", "2\n")], left: ["moved b"]),
      Shape(
        testDescription: "a rename is not turned back over a new file", before: [("a", "1\n2\n3\n")],
        after: [("b", "1\n2\n3\n")], now: [("a", "new\n"), ("b", "1\n2\n3\n")],
        renamed: [PathRename(from: "a", to: "b")], result: [("a", "new\n"), ("b", "1\n2\n3\n")], left: ["taken b"]),
      Shape(
        testDescription: "a new file in a folder stays where one file was moved out of it", before: [("a", "1\n")],
        after: [("d/b", "1\n")], now: [("d/b", "1\n"), ("d/c", "2\n")], result: [("a", "1\n"), ("d/c", "2\n")]),
      Shape(
        testDescription: "a folder's name is turned back, a new file in it goes along",
        before: [("old/a", "1\n"), ("old/b", "2\n")], after: [("new/a", "1\n"), ("new/b", "2\n")],
        now: [("new/a", "1\n"), ("new/b", "2\n"), ("new/c", "3\n")], renamed: [PathRename(from: "old", to: "new")],
        result: [("old/a", "1\n"), ("old/b", "2\n"), ("old/c", "3\n")]),
      Shape(
        testDescription: "a mode goes back under a later edit", before: [("a", "1\nx\ny\n")],
        after: [("a", "!1\nx\ny\n")], now: [("a", "!1\nx\ny\nlater\n")], result: [("a", "1\nx\ny\nlater\n")]),
      Shape(
        testDescription: "a link comes back", before: [("a", ">b"), ("b", "1\n")], after: [("b", "1\n")],
        now: [("b", "1\n")], result: [("a", ">b"), ("b", "1\n")]),
      Shape(
        testDescription: "a file does not come back over a folder", before: [("a", "1\n"), ("b", "1\n")],
        after: [("b", "1\n")], now: [("a/x", "new\n"), ("b", "1\n")], result: [("a/x", "new\n"), ("b", "1\n")],
        left: ["replaced a"]),
      Shape(
        testDescription: "a folder does not come back over a file", before: [("a/x", "1\n"), ("b", "1\n")],
        after: [("b", "1\n")], now: [("a", "new\n"), ("b", "1\n")], result: [("a", "new\n"), ("b", "1\n")],
        left: ["replaced a/x"]),
      Shape(
        testDescription: "of records the field that was changed since stays, its neighbour goes back",
        before: [(".gitattributes", "*.json merge=stet-records\n"), ("a.json", "{\n \"a\": 1,\n \"b\": 1\n}\n")],
        after: [(".gitattributes", "*.json merge=stet-records\n"), ("a.json", "{\n \"a\": 2,\n \"b\": 2\n}\n")],
        now: [(".gitattributes", "*.json merge=stet-records\n"), ("a.json", "{\n \"a\": 3,\n \"b\": 2\n}\n")],
        result: [(".gitattributes", "*.json merge=stet-records\n"), ("a.json", "{\n \"a\": 3,\n \"b\": 1\n}\n")],
        left: ["changed a.json 1..<2"]),
      Shape(
        testDescription: "what cannot be mixed stays whole", before: [("a", "\0one")], after: [("a", "\0two")],
        now: [("a", "\0three")], result: [("a", "\0three")], left: ["changed a"]),
      Shape(
        testDescription: "all of the first change goes", before: [], after: [("a", "1\n")], now: [("a", "1\n")],
        result: []),
      Shape(
        testDescription: "what was taken back already changes nothing", before: [("a", "1\n")], after: [("a", "2\n")],
        now: [("a", "1\n")], result: [("a", "1\n")]),
    ]
  }

  private let store = TestStore()

  private func commit(
    _ files: [(path: String, text: String)], after parent: ObjectID?, at seconds: Int64, _ renamed: [PathRename] = []
  ) throws -> ObjectID {
    var message = CommitMessage(subject: "Change", author: .user)
    message.renamed = renamed
    let signature = Signature(name: "T", email: "t@t", seconds: 1_700_000_000 + seconds)
    return try store.write(
      store.sealed(
        Commit(
          tree: try store.tree(files), parents: parent.map { [$0] } ?? [], author: signature, committer: signature,
          message: message.text)))
  }

  @Test(arguments: Shape.all)
  func `a change goes, what came since stays`(_ shape: Shape) throws {
    let before = shape.before.isEmpty ? nil : try commit(shape.before, after: nil, at: 0)
    let after = try commit(shape.after, after: before, at: 1, shape.renamed)
    let tip = try commit(shape.now, after: after, at: 2, shape.renamedSince)
    let graph = CommitGraph(store: store)
    var reversal = try TreeReversal(tip: tip, oldest: before, graph: graph, store: store)
    try reversal.takeBack(from: before, to: after)
    try reversal.store()
    #expect(try store.files(reversal.tree) == store.files(store.tree(shape.result)))
    let left = reversal.left.map { place in
      "\(place.reason.rawValue) \(place.path)" + place.lines.map { " \($0)" }.joined()
    }
    #expect(left == shape.left)
    // Taken back once more it gives what was there before, whatever that was.
    let undone = try commit([], after: tip, at: 3)
    let made = try store.commit(undone)
    let undo = try store.write(
      Commit(
        tree: reversal.tree, parents: made.parents, author: made.author, committer: made.committer,
        message: made.message))
    var redo = try TreeReversal(tip: undo, oldest: tip, graph: graph, store: store)
    try redo.takeBack(from: tip, to: undo)
    #expect(try redo.tree == store.commit(tip).tree && redo.left.isEmpty)
  }
}
