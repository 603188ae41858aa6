import Documents
import FileSystem
import GitObjects
import TestSupport
import Testing

@testable import Recording
@testable import WorkTree

@Suite struct RenamePairingTests {
  private static func files(_ list: [String: String]) throws -> [WorkspacePath: ObjectID] {
    let store = MemoryStoreIDs()
    var files: [WorkspacePath: ObjectID] = [:]
    for (path, text) in list { files[try WorkspacePath(path)] = store.id(text) }
    return files
  }

  @Test(arguments: [
    // A file, a file in another folder, one of two equal ones by its name.
    (["a.md": "1"], ["b.md": "1"], ["a.md => b.md"]),
    (["a.md": "1"], ["x/a.md": "1"], ["a.md => x/a.md"]),
    (["a.md": "1"], ["x/b.md": "1", "y/a.md": "1"], ["a.md => y/a.md"]),
    // A folder, one below another, one of which a file was edited as well.
    (["d/a": "1", "d/e/b": "2"], ["n/a": "1", "n/e/b": "2"], ["d => n"]),
    (["p/d/a": "1", "p/d/b": "2"], ["p/n/a": "1", "p/n/b": "2"], ["p/d => p/n"]),
    (["d/a": "1", "d/b": "2", "d/c": "3"], ["n/a": "1", "n/b": "2", "n/c": "other"], ["d => n"]),
    // A file that got another name in the renamed folder, and one that left it.
    (["d/a": "1", "d/b": "2", "d/c": "3"], ["n/a": "1", "n/b": "2", "n/x": "3"], ["d => n", "d/c => n/x"]),
    // Nothing is the same, or a part of a folder only.
    (["a": "1"], ["b": "2"], []),
    (["d/a": "1", "d/b": "2", "d/c": "3"], ["n/a": "1"], ["d/a => n/a"]),
    (["a": ""], ["b": ""], []),
  ])
  func `missing files are paired with new ones`(missing: [String: String], new: [String: String], renames: [String])
    throws
  {
    let pairing = RenamePairing(missing: try Self.files(missing), new: try Self.files(new)) { folder in
      !new.keys.contains { $0.hasPrefix(folder.string + "/") }
    }
    #expect(pairing.renames.map { "\($0.from) => \($0.to)" } == renames)
  }

  @Test func `a folder that stands still is not renamed`() throws {
    let pairing = RenamePairing(
      missing: try Self.files(["d/a": "1", "d/b": "2"]), new: try Self.files(["n/a": "1", "n/b": "2"])
    ) { _ in false }
    #expect(pairing.renames.map { "\($0.from) => \($0.to)" } == ["d/a => n/a", "d/b => n/b"])
  }
}

/// Ids of texts.
private struct MemoryStoreIDs {
  private let store = CrashStore(power: PowerSwitch())
  func id(_ text: String) -> ObjectID { store.id(of: .blob, Array(text.utf8)) }
}

@Suite struct `A rename that nobody saw` {
  private func rename(_ desk: Desk, _ old: String, _ new: String) throws {
    let target = FileLocation(try WorkspacePath(new))
    if target.parent != .root { try desk.tree.makeDirectories(target.parent) }
    try desk.tree.move(FileLocation(WorkspacePath(old)), toNew: target)
  }

  private func lastMessage(_ desk: Desk) throws -> CommitMessage {
    CommitMessage(parsing: try desk.store.commit(try #require(try desk.running().tip)).message)
  }

  @Test func `is one commit that names the rename`() throws {
    let desk = try Desk()
    for path in ["a.md", "old/b.md", "old/deep/c.md", "other.md"] { try desk.save(path, "text of \(path)") }
    try desk.scan()
    let count = try desk.log().count
    try rename(desk, "a.md", "z.md")
    try rename(desk, "old", "new")
    try desk.save("new/b.md", "text of old/b.md, edited")
    let outcome = try desk.scan(believesDeletions: false)
    #expect(outcome.postponed.isEmpty)
    #expect(try desk.log().count == count + 1)
    #expect(
      try lastMessage(desk).renamed == [PathRename(from: "old", to: "new"), PathRename(from: "a.md", to: "z.md")])
    #expect(try desk.tipTexts().map(\.path) == ["new/b.md", "new/deep/c.md", "other.md", "z.md"])
    #expect(try desk.recorded("new/b.md") == "text of old/b.md, edited")
  }

  @Test func `of a file that was edited too is found by its text, the most similar first`() throws {
    let desk = try Desk()
    let text = (1...10).map { "line \($0)\n" }.joined()
    try desk.save("Notes/a.md", text)
    try desk.save("Notes/b.md", "other\n" + text)
    try desk.save("Notes/c.md", "nothing in common\n")
    try desk.scan()
    for name in ["a", "b", "c"] { try rename(desk, "Notes/\(name).md", "\(name)-new.md") }
    try desk.save("a-new.md", text + "line 11\n")
    try desk.save("b-new.md", "other\n" + text + "line 12\n")
    try desk.save("c-new.md", "another text\n")
    let outcome = try desk.scan(believesDeletions: false)
    #expect(outcome.postponed.map(\.string) == ["Notes/c.md"])
    let renamed = try lastMessage(desk).renamed.map { "\($0.from) => \($0.to)" }
    #expect(renamed.sorted() == ["Notes/a.md => a-new.md", "Notes/b.md => b-new.md"])
    #expect(try desk.recorded("a-new.md") == text + "line 11\n")
  }

  @Test func `leaves other deletions for later`() throws {
    let desk = try Desk()
    for path in ["a.md", "b.md"] { try desk.save(path, "text of \(path)") }
    try desk.scan()
    try rename(desk, "a.md", "c.md")
    try desk.tree.remove(FileLocation(WorkspacePath("b.md")))
    let outcome = try desk.scan(believesDeletions: false)
    #expect(outcome.postponed.map(\.string) == ["b.md"])
    #expect(try desk.tipTexts().map(\.path) == ["b.md", "c.md"])
  }

  @Test(arguments: [false, true], [false, true])
  func `of nearly all files raises no question, and a deletion afterwards is counted rightly`(
    isSeen: Bool, isSplit: Bool
  ) throws {
    let desk = try Desk()
    for index in 0..<40 { try desk.save("old/f\(index)", "text \(index)") }
    try desk.scan()
    try rename(desk, "old", "new")
    let (old, new) = (try WorkspacePath("old"), try WorkspacePath("new"))
    if isSplit {
      // The new files were recorded before the old ones are believed to be gone.
      _ = try desk.running().record((0..<40).map { Observation(path: try WorkspacePath("new/f\($0)")) })
    }
    let outcome =
      isSeen || isSplit
      ? try desk.running().record(
        (0..<40).flatMap {
          [
            Observation(path: try WorkspacePath("old/f\($0)"), believesDeletion: true),
            Observation(path: try WorkspacePath("new/f\($0)")),
          ]
        }, origin: WriteOrigin(author: .user, renamed: [PathRename(from: old.string, to: new.string)]))
      : try desk.scan(believesDeletions: false)
    #expect(outcome.stopped.isEmpty && outcome.postponed.isEmpty)
    #expect(try desk.tipTexts().allSatisfy { $0.path.hasPrefix("new/") })
    for index in 0..<15 { try desk.tree.remove(FileLocation(WorkspacePath("new/f\(index)"))) }
    #expect(try desk.scan().stopped.isEmpty)
    for index in 15..<40 { try desk.tree.remove(FileLocation(WorkspacePath("new/f\(index)"))) }
    #expect(try desk.scan().stopped.count == 25)
  }
}
