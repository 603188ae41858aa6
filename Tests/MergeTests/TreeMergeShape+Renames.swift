import Documents

extension TreeMergeShape {
  private static let text = "1\n2\n3\n4\n5\n"
  private static let top = "one\n2\n3\n4\n5\n"
  private static let end = "1\n2\n3\n4\nfive\n"
  private static let both = "one\n2\n3\n4\nfive\n"

  /// Files that were renamed.
  static let renames: [TreeMergeShape] = [
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
    .init("renamed to two names", [("a", text)], [("b", text)], [("c", text)], [("b", text)], conflicts: ["name c"]),
    .init(
      "renamed to two names and edited", [("a", text)], [("b", top)], [("c", end)], [("b", both)],
      conflicts: ["name c"]),
    .init(
      "the person's name", [("a", text)], [("b", text)], [("c", text)], [("c", text)], conflicts: ["name b"],
      ranks: (.agent, .person)),
    .init("renamed to one name and edited", [("a", text)], [("b", top)], [("b", end)], [("b", both)]),
    .init("rename against deletion", [("a", text)], [("b", text)], [], [("b", text)], conflicts: ["deletion b"]),
    .init(
      "person's rename against agent's deletion", [("a", text)], [("b", text)], [], [("b", text)],
      ranks: (.person, .agent)),
    .init(
      "agent's rename against person's deletion", [("a", text)], [("b", text)], [], [], conflicts: ["deletion b"],
      ranks: (.agent, .person)),
    .init("similar content", [("a", text)], [("b", top)], [("a", end)], [("b", both)]),
    .init("similar content in another folder", [("d/a", text)], [("e/b", top)], [("d/a", end)], [("e/b", both)]),
    .init(
      "similar content where renames were watched for", [("a", text)], [("b", top)], [("a", end)],
      [("a", end), ("b", top)], conflicts: ["deletion a"], watched: true),
    .init(
      "the most similar of two", [("a", text)], [("b", "uno\n2\n3\n4\nfive\n"), ("c", top)], [("a", end)],
      [("b", "uno\n2\n3\n4\nfive\n"), ("c", both)]),
    .init(
      "unlike content", [("a", text)], [("b", "1\nuno\ndos\ntres\ncuatro\n")], [("a", end)],
      [("a", end), ("b", "1\nuno\ndos\ntres\ncuatro\n")], conflicts: ["deletion a"]),
    .init("renamed link", [("a", ">1")], [("b", ">1")], [("a", ">2")], [("b", ">2")]),
    .init(
      "unseen swap against edit", [("a", text), ("b", "x\n")], [("a", "x\n"), ("b", text)],
      [("a", end), ("b", "x\n")], [("a", "x\n"), ("b", end)]),
    .init(
      "ring of three against edits", [("a", text), ("b", "x\ny\n"), ("c", "z\n")],
      [("a", "z\n"), ("b", text), ("c", "x\ny\n")], [("a", end), ("b", "x\ny\n!\n"), ("c", "z\n")],
      [("a", "z\n"), ("b", end), ("c", "x\ny\n!\n")]),
    .init(
      "an editor's backup is no rename", [("a", text)], [("a", top), ("a~", text)], [("a", end)],
      [("a", both), ("a~", text)], ourRenames: [PathRename(from: "a", to: "a~")]),
    .init("case-only rename against edit", [("a", text)], [("A", text)], [("a", end)], [("A", end)]),
    .init("case-only rename on both sides", [("a", text)], [("A", top)], [("A", end)], [("A", both)]),
    .init(
      "rename to another form of Unicode against edit", [("\u{E9}", text)], [("e\u{301}", text)],
      [("\u{E9}", end)], [("e\u{301}", end)]),
    .init(
      "chain of renames", [("a", text), ("b", "x\ny\nz\n")], [("b", text), ("c", "x\ny\nz\n")],
      [("a", end), ("b", "x\ny\nz\n")], [("b", end), ("c", "x\ny\nz\n")],
      ourRenames: [PathRename(from: "b", to: "c"), PathRename(from: "a", to: "b")]),
    .init(
      "rename into a folder that the other deleted", [("a", text), ("d/x", "1")], [("d/a", text), ("d/x", "1")],
      [("a", end)], [("d/a", end)]),
  ]

  /// Folders that were renamed.
  static let folders: [TreeMergeShape] = [
    .init(
      "new file in a renamed folder", [("d/a", text), ("d/b", "1\n")], [("e/a", text), ("e/b", "1\n")],
      [("d/a", text), ("d/b", "1\n"), ("d/n/m", "2\n")], [("e/a", text), ("e/b", "1\n"), ("e/n/m", "2\n")]),
    .init(
      "edit and new file in a renamed folder", [("d/a", text)], [("e/a", text)], [("d/a", end), ("d/n", "2\n")],
      [("e/a", end), ("e/n", "2\n")]),
    .init(
      "file moved into a renamed folder", [("a", text), ("d/b", "1\n")], [("a", text), ("e/b", "1\n")],
      [("d/a", text), ("d/b", "1\n")], [("e/a", text), ("e/b", "1\n")]),
    .init(
      "file moved into a renamed folder and edited", [("a", text), ("d/b", "1\n")], [("a", end), ("e/b", "1\n")],
      [("d/a", text), ("d/b", "1\n")], [("e/a", end), ("e/b", "1\n")]),
    .init(
      "file renamed within a renamed folder", [("d/a", text), ("d/b", "1\n")], [("e/a", text), ("e/b", "1\n")],
      [("d/c", end), ("d/b", "1\n")], [("e/b", "1\n"), ("e/c", end)]),
    .init(
      "file moved out of a renamed folder", [("d/a", text), ("d/b", "1\n")], [("e/a", text), ("e/b", "1\n")],
      [("c", text), ("d/b", "1\n")], [("c", text), ("e/b", "1\n")]),
    .init(
      "folder renamed to one name", [("d/a", text)], [("e/a", top)], [("e/a", end), ("e/n", "2\n")],
      [("e/a", both), ("e/n", "2\n")]),
    .init(
      "folder renamed to two names", [("d/a", text), ("d/b", "1\n")], [("e/a", text), ("e/b", "1\n")],
      [("f/a", text), ("f/b", "1\n")], [("e/a", text), ("e/b", "1\n")], conflicts: ["name f/a", "name f/b"]),
    .init(
      "folder moved to the root", [("d/a", text), ("d/b", "1\n")], [("a", text), ("b", "1\n")],
      [("d/a", text), ("d/b", "1\n"), ("d/n", "2\n")], [("a", text), ("b", "1\n"), ("n", "2\n")]),
    .init(
      "folder moved deeper", [("d/a", text)], [("d/e/a", text)], [("d/a", text), ("d/n", "2\n")],
      [("d/e/a", text), ("d/n", "2\n")]),
    .init(
      "folder split in two", [("d/a", text), ("d/b", "1\n")], [("e/a", text), ("f/b", "1\n")],
      [("d/a", text), ("d/b", "1\n"), ("d/n", "2\n")], [("d/n", "2\n"), ("e/a", text), ("f/b", "1\n")]),
    .init(
      "folder renamed and used again", [("d/a", text)], [("d/z", "9\n"), ("e/a", text)],
      [("d/a", text), ("d/n", "2\n")], [("d/n", "2\n"), ("d/z", "9\n"), ("e/a", text)]),
    .init(
      "place in the renamed folder taken", [("d/a", text)], [("e/a", text), ("e/n", "3\n")],
      [("d/a", text), ("d/n", "2\n")], [("d/n", "2\n"), ("e/a", text), ("e/n", "3\n")]),
    .init(
      "a renamed file where a new folder would follow", [("d/a", text)], [("e/c", text)],
      [("d/a", end), ("d/c/n", "2\n")], [("d/c/n", "2\n"), ("e/c", end)]),
    .init(
      "folder above renamed", [("t/d/a", text), ("t/b", "1\n")], [("u/d/a", text), ("u/b", "1\n")],
      [("t/d/a", text), ("t/b", "1\n"), ("t/d/n", "2\n")],
      [("u/b", "1\n"), ("u/d/a", text), ("u/d/n", "2\n")]),
    .init(
      "folder renamed against folder deleted", [("d/a", text)], [("e/a", text)], [], [("e/a", text)],
      conflicts: ["deletion e/a"]),
    .init(
      "folders of files and of a link swapped", [("d/a", text), ("e", ">d")], [("d", ">e"), ("e/a", text)],
      [("d/a", end), ("e", ">d")], [("d", ">e"), ("e/a", end)]),
    .init(
      "seen rename of a folder and new file", [("d/a", text)], [("e/a", "9\n8\n")],
      [("d/a", text), ("d/n", "2\n")], [("e/a", "9\n8\n"), ("e/n", "2\n")],
      ourRenames: [PathRename(from: "d", to: "e")]),
  ]
}
