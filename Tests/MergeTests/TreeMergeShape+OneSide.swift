extension TreeMergeShape {
  /// Changes that do not meet.
  static let oneSide: [TreeMergeShape] = [
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
      [("e/a", "1"), ("e/n", "2")]),
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
    .init(
      "file beside a directory's files", [("a.b", "1"), ("a/c", "1")], [("a.b", "2"), ("a/c", "1")],
      [("a.b", "1"), ("a/c", "2")], [("a.b", "2"), ("a/c", "2")]),
    .init(
      "last file of a directory deleted, another edited", [("d/a", "1"), ("e/b", "1")], [("e/b", "1")],
      [("d/a", "1"), ("e/b", "2")], [("e/b", "2")]),
    .init(
      "directory emptied, file added to it", [("d/a", "1")], [], [("d/a", "1"), ("d/n", "2")], [("d/n", "2")]),
    .init(
      "directory emptied on both sides, file added on one", [("d/a", "1")], [], [("d/n", "2")], [("d/n", "2")]),
    .init(
      "directory renamed, emptied by the other", [("d/a", "1"), ("c", "1")], [("e/a", "1"), ("c", "1")], [("c", "1")],
      [("c", "1"), ("e/a", "1")], conflicts: ["deletion e/a"]),
    .init("unrelated folders", [], [("a", "1")], [("b", "2")], [("a", "1"), ("b", "2")]),
  ]
}
