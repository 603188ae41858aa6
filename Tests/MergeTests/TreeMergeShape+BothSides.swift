extension TreeMergeShape {
  private static let text = "1\n2\n3\n4\n5\n"
  private static let top = "one\n2\n3\n4\n5\n"
  private static let end = "1\n2\n3\n4\nfive\n"
  private static let both = "one\n2\n3\n4\nfive\n"

  /// Changes of one path on both sides.
  static let bothSides: [TreeMergeShape] = [
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
      "line ends against edit", [("a", "1\n2\n")], [("a", "1\r\n2\r\n")], [("a", "1\ntwo\n")],
      [("a", "1\r\ntwo\r\n")], ranks: (.agent, .person)),
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
    .init(
      "link against deletion", [("a", ">1")], [("a", ">2")], [], [("a", ">2")], conflicts: ["deletion a"]),
    .init(
      "link against new directory", [("a", ">1")], [("a", ">2")], [("a/b", "3")], [("a/b", "3")],
      conflicts: ["directory a"]),
    .init(
      "new link against new file", [], [("a", ">b")], [("a", "2")], [("a", ">b")], conflicts: ["kind a"],
      ranks: (.person, .agent)),
    .init(
      "repository against file", [("r", "1")], [("r", "@1")], [("r", "2")], [("r", "@1")], conflicts: ["kind r"],
      ranks: (.person, .agent)),
    .init("repository against deletion", [("r", "@1")], [("r", "@2")], [], [("r", "@2")], conflicts: ["deletion r"]),
    .init(
      "repository on one side, folder on the other", [], [("r", "@1")], [("r/a", "1")], [("r/a", "1")],
      conflicts: ["directory r"]),
    .init(
      "file becomes link and directory", [("a", "1")], [("a", ">2")], [("a/b", "3")], [("a/b", "3")],
      conflicts: ["directory a"]),
    .init("mode and edit against edit", [("a", text)], [("a", "!" + top)], [("a", end)], [("a", "!" + both)]),
    .init("same new file, one executable", [], [("a", "!1")], [("a", "1")], [("a", "!1")]),
    .init(
      "mode against link", [("a", "1")], [("a", "!1")], [("a", ">b")], [("a", ">b")], conflicts: ["kind a"],
      ranks: (.agent, .person)),
    .init(
      "ignored names on both sides", [(".gitignore", "a\nb\nc\n")], [(".gitignore", "A\nb\nc\n")],
      [(".gitignore", "a\nb\nc\nd\n")], [(".gitignore", "A\nb\nc\nd\n")]),
    .init(
      "new line ends against an edit of them", [("a", "1\n2\n")], [("a", "1\r\n2\r\n")],
      [("a", "1\r\n2\r\n")], [("a", "1\r\n2\r\n")]),
    .init(
      "a lost folder's file edited and one added", [("d/a", "1"), ("d/b", "1")], [],
      [("d/a", "2"), ("d/b", "1"), ("d/c", "3")], [("d/a", "2"), ("d/c", "3")], conflicts: ["deletion d/a"]),
  ]
}
