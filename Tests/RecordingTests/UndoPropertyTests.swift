import Documents
import FileSystem
import GitObjects
import Glibc
import Recording
import TestSupport
import Testing

/// Random edits of a person and an agent, and one of them taken back.
@Suite struct `Any change` {
  /// The seeds of this run; `STET_LONG=1` tries very many, `STET_SEED` repeats one.
  private static let blocks = Seeds.blocks(plain: 400, long: 10_000)

  /// A folder whose lines are all different, edited at random.
  private struct Writing {
    let desk: Desk
    var generator: SeededGenerator
    var count = 0

    init(seed: UInt64) throws {
      desk = try Desk()
      generator = SeededGenerator(seed: seed)
    }

    private mutating func line() -> String {
      count += 1
      return "line\(count)\n"
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }

    /// One change by one of the two; each is a commit, or none.
    mutating func step() throws {
      let names = ["a.md", "b.txt", "d/c.md", "d/e.txt", "f.md"]
      let path = names[below(names.count)]
      let text = try desk.text(path)
      let isPerson = below(2) == 0
      let free = try names.filter { try desk.text($0) == nil }
      switch below(10) {
      case 0 where text != nil:
        if isPerson {
          try desk.tree.remove(FileLocation(WorkspacePath(path)))
          try desk.record(path, believesDeletion: true)
        } else {
          try desk.write(path, .delete)
        }
      case 1 where text != nil && !free.isEmpty:
        try desk.write(path, .move(to: WorkspacePath(free[below(free.count)])))
      default:
        var lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: true).map { String($0) + "\n" }
        if lines.isEmpty { for _ in 0..<(3 + below(8)) { lines.append(line()) } }
        for _ in 0..<(1 + below(2)) {
          let place = below(lines.count)
          switch below(3) {
          case 0: lines[place] = line()
          case 1: lines.insert(line(), at: place)
          default: if lines.count > 1 { lines.remove(at: place) }
          }
        }
        if isPerson {
          try desk.save(path, lines.joined())
          try desk.record(path)
        } else {
          try desk.write(path, .text(lines.joined()))
        }
      }
    }

    func words(_ tree: ObjectID?) throws -> Set<Substring> { try desk.words(of: tree) }
  }

  @Test(arguments: blocks)
  func `can be taken back and brought back; what others wrote stays`(seeds: Range<UInt64>) {
    for seed in seeds {
      do { try Self.run(seed) } catch { Issue.record("STET_SEED=\(seed): \(error)") }
    }
  }

  /// Takes a commit back; where one seed was asked for, prints the history before and what it came to.
  private static func undo(_ commit: ObjectID, _ desk: Desk) throws {
    let isTraced = getenv("STET_SEED") != nil
    if isTraced { try trace(desk, commit) }
    let undone = try desk.undo(commit)
    if isTraced {
      print("left:", undone.plan.left)
      try trace(desk, desk.newest())
    }
  }

  /// Prints what each commit changed, oldest first.
  private static func trace(_ desk: Desk, _ chosen: ObjectID) throws {
    for id in try desk.commits().reversed() {
      let commit = try desk.store.commit(id)
      let before = try commit.parents.first.map { try desk.store.commit($0).tree }
      print(id == chosen ? "*" : " ", commit.subject)
      for change in try TreeDiff.changes(from: before, to: commit.tree, in: desk.store) {
        let texts = try [change.old, change.new].map { entry in
          try entry.map { String(decoding: try desk.store.blob($0.id), as: UTF8.self).replacing("line", with: "") }?
            .replacing("\n", with: " ") ?? "-"
        }
        print("   ", change.path, texts)
      }
    }
  }

  private static func run(_ seed: UInt64) throws {
    var writing = try Writing(seed: seed)
    let desk = writing.desk
    for _ in 0..<12 { try writing.step() }
    let commits = try desk.commits()
    guard let chosen = commits.randomElement(using: &writing.generator) else { return }
    let change = try desk.store.commit(chosen)
    let before = try writing.words(change.parents.first.map { try desk.store.commit($0).tree })
    let after = try writing.words(change.tree)
    let start = try desk.running().tipTree
    let stood = try writing.words(start)

    try undo(chosen, desk)
    let undone = try desk.newest()
    let now = try writing.words(desk.running().tipTree)
    #expect(now.isSuperset(of: stood.subtracting(after.subtracting(before))), "STET_SEED=\(seed): a line went")
    #expect(now.isSubset(of: stood.union(before)), "STET_SEED=\(seed): a line came")
    #expect(try desk.scan().commits.isEmpty, "STET_SEED=\(seed): disk and tip differ")

    let isNothing = try desk.running().tipTree == start
    if isNothing { return }
    // At once: exactly what was there.
    try undo(undone, desk)
    #expect(try desk.running().tipTree == start, "STET_SEED=\(seed): not what stood")

    // Later: whatever anybody wrote meanwhile stays.
    try undo(chosen, desk)
    let again = try desk.newest()
    for _ in 0..<4 { try writing.step() }
    let later = try writing.words(desk.running().tipTree)
    try undo(again, desk)
    let end = try writing.words(desk.running().tipTree)
    #expect(end.isSuperset(of: later.subtracting(before)), "STET_SEED=\(seed): a later line went")
    #expect(end.isSubset(of: later.union(stood)), "STET_SEED=\(seed): a line came that nobody wrote")
    #expect(try desk.scan().commits.isEmpty, "STET_SEED=\(seed): disk and tip differ")
  }
}
