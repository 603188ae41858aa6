import Glibc
import GitObjects
import Merge
import Testing

/// Stock git as the judge of every shape: the decision record lists what is not as git does it, and nothing else.
struct TreeMergeGitTests {
  /// A row of the record: a shape, what comes of it here and what with git.
  private struct Difference: Hashable, CustomStringConvertible {
    var shape: String
    var here: String
    var git: String

    var description: String { "| \(shape) | \(here) | \(git) |" }
  }

  @Test func `each difference from git is on record`() throws {
    let store = TestStore()
    let judge = try GitJudge()
    for (number, shape) in TreeMergeShape.all.enumerated() {
      judge.commit(shape.base, as: "base\(number)", after: nil, store)
      judge.commit(shape.ours, as: "ours\(number)", after: "base\(number)", store)
      judge.commit(shape.theirs, as: "theirs\(number)", after: "base\(number)", store)
    }
    try judge.store()
    var found: Set<Difference> = []
    for (number, shape) in TreeMergeShape.all.enumerated() {
      let (ours, theirs) = try shape.sides(in: store)
      let result = try TreeMerge.merge(base: store.tree(shape.base), ours: ours, theirs: theirs, in: store)
      let verdict = try judge.merge("ours\(number)", "theirs\(number)")
      guard let git = Self.words(verdict, result) else { continue }
      let files = try store.files(result.tree).map { $0.prefix { $0 != "=" } }.joined(separator: " ")
      let here = (["`\(files)`"] + result.conflicts.map { "\($0.reason) `\($0.path)`" }).joined(separator: ", ")
      found.insert(Difference(shape: shape.rule, here: here, git: git))
    }
    let recorded = try Self.recorded()
    #expect(found.subtracting(recorded).isEmpty)
    #expect(recorded.subtracting(found).isEmpty)
  }

  @Test func `without a common ancestor git finds nothing else`() throws {
    let store = TestStore()
    let judge = try GitJudge()
    for (number, shape) in TreeMergeShape.all.enumerated() {
      judge.commit(shape.ours, as: "ours\(number)", after: nil, store)
      judge.commit(shape.theirs, as: "theirs\(number)", after: nil, store)
    }
    try judge.store()
    for (number, shape) in TreeMergeShape.all.enumerated() {
      let (ours, theirs) = try shape.sides(in: store)
      let result = try TreeMerge.merge(base: nil, ours: ours, theirs: theirs, in: store)
      #expect(try TreeMerge.merge(base: nil, ours: theirs, theirs: ours, in: store) == result)
      let verdict = try judge.merge("ours\(number)", "theirs\(number)")
      if verdict.isClean { #expect(result.tree.hex == verdict.tree && result.conflicts.isEmpty, "\(shape.rule)") }
      for tree in [ours.tree, theirs.tree] {
        let lost = try TestStore.lost(from: nil, to: tree, in: result, store)
        #expect(lost.isEmpty, "\(shape.rule)")
      }
    }
  }

  /// How git's answer differs in kind; nil where both merge to one tree, or both leave something to a person.
  private static func words(_ verdict: GitJudge.Verdict, _ result: TreeMergeResult) -> String? {
    if !verdict.isClean { return result.conflicts.isEmpty ? "conflict" : nil }
    if verdict.tree != result.tree.hex { return "another tree" }
    return result.conflicts.isEmpty ? nil : "the same, silently"
  }

  /// The rows of the record's table.
  private static func recorded() throws -> Set<Difference> {
    let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let folder = "/\(here)/Sources/WorkspaceEngine/WorkspaceEngine.docc/Decisions"
    let file = try #require(fopen("\(folder)/0010-differences-from-gits-tree-merge.md", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let read = fread(&buffer, 1, buffer.count, file), read > 0 { bytes += buffer[..<read] }
    var rows: Set<Difference> = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }.map { cell in
        String(cell.reversed().drop { $0 == " " }.reversed())
      }
      guard cells.count == 4, cells[0] != "shape" else { continue }
      rows.insert(Difference(shape: cells[0], here: cells[1], git: cells[2]))
    }
    return rows
  }
}
