import Documents
import GitObjects
import Merge
import Testing

/// The conflict shapes that a folder on two machines meets, as tables: base, ours, theirs, merged.
struct TreeMergeShapeTests {
  private static let text = "1\n2\n3\n4\n5\n"
  private static let top = "one\n2\n3\n4\n5\n"
  private static let end = "1\n2\n3\n4\nfive\n"
  private static let both = "one\n2\n3\n4\nfive\n"

  private static let oneSide: [TreeMergeShape] = [
    .init("edit", [("a", "1")], [("a", "2")], [("a", "1")], [("a", "2")]),
    .init("create", [("a", "1")], [("a", "1"), ("b", "2")], [("a", "1")], [("a", "1"), ("b", "2")]),
    .init("delete", [("a", "1"), ("b", "1")], [("a", "1")], [("a", "1"), ("b", "1")], [("a", "1")]),
    .init("delete all", [("d/a", "1")], [], [("d/a", "1")], []),
    .init("mode", [("a", "1")], [("a", "!1")], [("a", "1")], [("a", "!1")]),
    .init("file to link", [("a", "1")], [("a", ">b")], [("a", "1")], [("a", ">b")]),
    .init("file to directory", [("a", "1")], [("a/b", "2")], [("a", "1")], [("a/b", "2")]),
    .init(
      "directory to file", [("a/b", "1"), ("a/c", "1")], [("a", "2")], [("a/b", "1"), ("a/c", "1")], [("a", "2")]),
    .init("directory to link", [("a/b", "1")], [("a", ">c")], [("a/b", "1")], [("a", ">c")]),
    .init("repository moves on", [("r", "@1")], [("r", "@2")], [("r", "@1")], [("r", "@2")]),
    .init("repository to directory", [("r", "@1")], [("r/a", "1")], [("r", "@1")], [("r/a", "1")]),
    .init(
      "different files of one directory", [("d/a", "1"), ("d/b", "1")], [("d/a", "2"), ("d/b", "1")],
      [("d/a", "1"), ("d/b", "2")], [("d/a", "2"), ("d/b", "2")]),
    .init(
      "rename against edit elsewhere", [("a", "1"), ("b", "1")], [("c", "1"), ("b", "1")], [("a", "1"), ("b", "2")],
      [("b", "2"), ("c", "1")]),
    .init(
      "directory renamed, file added to it", [("d/a", "1")], [("e/a", "1")], [("d/a", "1"), ("d/n", "2")],
      [("d/n", "2"), ("e/a", "1")]),
    .init(
      "directories moved into each other", [("A/x", "1"), ("B/y", "2")], [("B/A/x", "1"), ("B/y", "2")],
      [("A/x", "1"), ("A/B/y", "2")], [("A/B/y", "2"), ("B/A/x", "1")]),
    .init(
      "moved into a deleted directory", [("a", "1"), ("d/x", "2")], [("d/a", "1"), ("d/x", "2")], [("a", "1")],
      [("d/a", "1")]),
    .init("names that differ in case", [], [("Readme", "1")], [("README", "2")], [("README", "2"), ("Readme", "1")]),
    .init(
      "names that are one to Unicode", [], [("\u{E9}", "1")], [("e\u{301}", "2")], [("e\u{301}", "2"), ("\u{E9}", "1")]),
    .init("case-only rename", [("a", "1")], [("A", "1")], [("a", "1")], [("A", "1")]),
    .init("renamed to two names", [("a", "1")], [("b", "1")], [("c", "1")], [("b", "1"), ("c", "1")]),
    .init("rename against delete", [("a", "1")], [("b", "1")], [], [("b", "1")]),
    .init(
      "file beside a directory's files", [("a.b", "1"), ("a/c", "1")], [("a.b", "2"), ("a/c", "1")],
      [("a.b", "1"), ("a/c", "2")], [("a.b", "2"), ("a/c", "2")]),
    .init("unrelated folders", [], [("a", "1")], [("b", "2")], [("a", "1"), ("b", "2")]),
  ]

  private static let bothSides: [TreeMergeShape] = [
    .init("same edit", [("a", "1")], [("a", "2")], [("a", "2")], [("a", "2")]),
    .init("same new file", [], [("a", "2")], [("a", "2")], [("a", "2")]),
    .init("both delete", [("a", "1"), ("b", "1")], [("b", "1")], [("b", "1")], [("b", "1")]),
    .init("edits apart", [("a", text)], [("a", top)], [("a", end)], [("a", both)]),
    .init("mode against edit", [("a", text)], [("a", "!" + text)], [("a", end)], [("a", "!" + end)]),
    .init("mode against deletion", [("a", "1")], [("a", "!1")], [], []),
    .init("mode both", [("a", "1")], [("a", "!1")], [("a", "!1")], [("a", "!1")]),
    .init(
      "person over agent", [("a", "1")], [("a", "p")], [("a", "z")], [("a", "p")], conflicts: ["content a"],
      ranks: (.person, .agent)),
    .init(
      "agent under person", [("a", "1")], [("a", "z")], [("a", "p")], [("a", "p")], conflicts: ["content a"],
      ranks: (.agent, .person)),
    .init(
      "new file on both sides", [], [("a", "p")], [("a", "z")], [("a", "p")], conflicts: ["content a"],
      ranks: (.person, .agent)),
    .init(
      "person's edit over agent's deletion", [("a", "1")], [("a", "2")], [], [("a", "2")], ranks: (.person, .agent)),
    .init(
      "person's edit over person's deletion", [("a", "1")], [("a", "2")], [], [("a", "2")], conflicts: ["deletion a"]),
    .init(
      "agent's edit over agent's deletion", [("a", "1")], [("a", "2")], [], [("a", "2")], conflicts: ["deletion a"],
      ranks: (.agent, .agent)),
    .init(
      "person's deletion over agent's edit", [("a", "1")], [("a", "2")], [], [], conflicts: ["deletion a"],
      ranks: (.agent, .person)),
    .init(
      "directory deleted, file in it edited", [("d/a", "1"), ("d/b", "1")], [("d/a", "2"), ("d/b", "1")], [],
      [("d/a", "2")], conflicts: ["deletion d/a"]),
    .init(
      "link against link", [("a", ">1")], [("a", ">2")], [("a", ">3")], [("a", ">2")], conflicts: ["kind a"],
      ranks: (.person, .agent)),
    .init(
      "link against edit", [("a", "1")], [("a", ">2")], [("a", "3")], [("a", "3")], conflicts: ["kind a"],
      ranks: (.agent, .person)),
    .init(
      "repository against repository", [("r", "@1")], [("r", "@2")], [("r", "@3")], [("r", "@2")],
      conflicts: ["kind r"], ranks: (.person, .agent)),
    .init(
      "binary against binary", [("a", "\0 1")], [("a", "\0 2")], [("a", "\0 3")], [("a", "\0 2")],
      conflicts: ["content a"], ranks: (.person, .agent)),
    .init(
      "line ends against edit", [("a", "1\n2\n")], [("a", "1\r\n2\r\n")], [("a", "1\ntwo\n")], [("a", "1\ntwo\n")],
      conflicts: ["content a"], ranks: (.agent, .person)),
    .init("directory against new file", [], [("a/b", "1")], [("a", "2")], [("a/b", "1")], conflicts: ["directory a"]),
    .init(
      "person's file against agent's directory", [], [("a", "2")], [("a/b", "1"), ("a/c/d", "3")], [("a", "2")],
      conflicts: ["directory a/b", "directory a/c/d"], ranks: (.person, .agent)),
    .init(
      "edit against directory", [("a", "1")], [("a", "2")], [("a/b", "3")], [("a/b", "3")], conflicts: ["directory a"]),
    .init(
      "person's edit against agent's directory", [("a", "1")], [("a", "2")], [("a/b", "3")], [("a", "2")],
      conflicts: ["directory a/b"], ranks: (.person, .agent)),
    .init(
      "edit below against file", [("a/b", "1"), ("a/c", "1")], [("a/b", "2"), ("a/c", "1")], [("a", "3")],
      [("a/b", "2")], conflicts: ["deletion a/b", "directory a"]),
    .init(
      "union by attribute", [(".gitattributes", "*.log merge=union\n"), ("d/a.log", "0\n")],
      [(".gitattributes", "*.log merge=union\n"), ("d/a.log", "0\n2\n")],
      [(".gitattributes", "*.log merge=union\n"), ("d/a.log", "0\n1\n")],
      [(".gitattributes", "*.log merge=union\n"), ("d/a.log", "0\n1\n2\n")]),
    .init(
      "attributes on both sides", [(".gitattributes", "a\nb\nc\n")], [(".gitattributes", "A\nb\nc\n")],
      [(".gitattributes", "a\nb\nC\n")], [(".gitattributes", "A\nb\nC\n")]),
  ]

  private static let renames: [TreeMergeShape] = [
    .init("rename against edit", [("a", text)], [("b", text)], [("a", end)], [("b", end)]),
    .init("rename against mode", [("a", text)], [("b", text)], [("a", "!" + text)], [("b", "!" + text)]),
    .init(
      "rename into a folder that was a file", [("a", text), ("d", "1")], [("d/a", text)], [("a", end), ("d", "1")],
      [("d/a", end)]),
    .init("rename into a folder against edit", [("a", text)], [("d/e/a", text)], [("a", end)], [("d/e/a", end)]),
    .init(
      "rename of the folder against edit", [("d/a", text), ("d/b", "1")], [("e/a", text), ("e/b", "1")],
      [("d/a", end), ("d/b", "1")], [("e/a", end), ("e/b", "1")]),
    .init(
      "equal files follow by name", [("d/a", text), ("d/b", text)], [("e/a", text), ("e/b", text)],
      [("d/a", text), ("d/b", end)], [("e/a", text), ("e/b", end)]),
    .init(
      "seen rename with edit against edit", [("a", text)], [("b", top)], [("a", end)], [("b", both)],
      ourRenames: [PathRename(from: "a", to: "b")]),
    .init(
      "seen renames in a row", [("a", text)], [("c", top)], [("a", end)], [("c", both)],
      ourRenames: [PathRename(from: "a", to: "b"), PathRename(from: "b", to: "c")]),
    .init(
      "seen rename of a folder", [("d/a", text)], [("e/a", top)], [("d/a", end)], [("e/a", both)],
      ourRenames: [PathRename(from: "d", to: "e")]),
    .init(
      "swap against edit", [("a", text), ("b", "x\n")], [("a", "x\n"), ("b", text)], [("a", end), ("b", "x\n")],
      [("a", "x\n"), ("b", end)],
      ourRenames: [PathRename(from: "a", to: "t"), PathRename(from: "b", to: "a"), PathRename(from: "t", to: "b")]),
    .init(
      "new name taken", [("a", text)], [("b", text)], [("a", end), ("b", "own\n")], [("a", end), ("b", text)],
      conflicts: ["content b", "deletion a"], ranks: (.person, .person)),
    .init(
      "rename to one name", [("a", "1\n"), ("c", "2\n")], [("b", "1\n"), ("c", "2\n")], [("a", "1\n"), ("b", "2\n")],
      [("b", "1\n")], conflicts: ["content b"], ranks: (.person, .agent)),
    .init(
      "an empty file is no rename", [("a", "")], [("b", "")], [("a", "1")], [("a", "1"), ("b", "")],
      conflicts: ["deletion a"]),
  ]

  @Test(arguments: oneSide + bothSides + renames)
  func `a shape merges the same from either side`(_ shape: TreeMergeShape) throws {
    let store = TestStore()
    let base = try store.tree(shape.base)
    let (our, their) = (shape.ourRank, shape.theirRank)
    let ours = SideVersion(tree: try store.tree(shape.ours), renames: shape.ourRenames) { _ in
      Standing(rank: our, time: 2)
    }
    let theirs = SideVersion(tree: try store.tree(shape.theirs)) { _ in Standing(rank: their, time: 1) }
    let one = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store)
    #expect(try store.files(one.tree) == store.files(store.tree(shape.merged)))
    #expect(one.conflicts.map { "\($0.reason.rawValue) \($0.path)" }.sorted() == shape.conflicts)
    let two = try TreeMerge.merge(base: base, ours: theirs, theirs: ours, in: store)
    #expect(one == two)
  }

  @Test func `a person's edit before an agent's rename keeps its rank`() throws {
    let store = TestStore()
    let base = try store.tree([("a", "1\n")])
    let ours = SideVersion(
      tree: try store.tree([("b", "person\n")]), renames: [PathRename(from: "a", to: "b")]
    ) { Standing(rank: $0 == "a" ? .person : .agent) }
    let theirs = SideVersion(tree: try store.tree([("a", "zebra\n")])) { Standing(rank: $0 == "a" ? .agent : .person) }
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let result = try TreeMerge.merge(base: base, ours: first, theirs: second, in: store)
      #expect(try store.files(result.tree) == ["b=person\n"])
      #expect(result.conflicts.map(\.path) == ["b"])
    }
  }
}
