import Documents
import GitObjects
import Testing

@testable import Journal
@testable import Recording
@testable import WorkTree

/// Decides which recorded versions count as the person's saves.
@Suite struct SaveWatchTests {
  private static func blob(_ digit: Character) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: digit, count: 40)))
  }

  @Test(
    arguments: [
      ("a save", [WriteOrigin.person], true),
      ("a save under another name", [renamed], true),
      ("a save and what it had not seen", [.person, restoring], false),
      ("an agent's change", [WriteOrigin(author: .agent(name: "bot", session: nil))], false),
      ("a change that nobody can say whose it is", [WriteOrigin(author: .unsure(during: "bot"))], false),
      (
        "an agent's change and a save over it", [WriteOrigin(author: .agent(name: "bot", session: nil)), .person], true
      ),
    ] as [(String, [WriteOrigin], Bool)])
  func `a version counts as saved where the person's save is the last change`(
    rule: String, origins: [WriteOrigin], isSave: Bool
  ) throws {
    let path = try WorkspacePath("a.md")
    var watch = SaveWatch(of: path)
    var plan = TurnPlan(sequence: 1)
    for (index, origin) in origins.enumerated() {
      let change = PlannedChange(path: path, mode: .file, blob: try Self.blob(Character("\(index + 1)")), content: nil)
      _ = plan.add(change, existed: true, origin: origin)
    }
    watch.note(plan)
    let taken = watch.take()
    #expect((taken != nil) == isSave)
    if isSave { #expect(taken?.blob == (try Self.blob(Character("\(origins.count)")))) }
    #expect(watch.take() == nil, "each is told once")
  }

  @Test func `a held version and another path are no saves of the path`() throws {
    let (path, other) = (try WorkspacePath("a.md"), try WorkspacePath("b.md"))
    var watch = SaveWatch(of: path)
    var plan = TurnPlan(sequence: 1)
    let blob = try Self.blob("1")
    _ = plan.add(PlannedChange(path: other, mode: .file, blob: blob, content: nil), existed: true, origin: .person)
    _ = plan.add(
      PlannedChange(path: path, mode: .file, blob: blob, content: nil), existed: true, origin: .person,
      held: .localOnly)
    watch.note(plan)
    #expect(watch.take() == nil)
  }

  private static let renamed: WriteOrigin = {
    var origin = WriteOrigin.person
    origin.renamed = [PathRename(from: "b.md", to: "a.md")]
    return origin
  }()
  private static let restoring: WriteOrigin = {
    var origin = WriteOrigin(author: .user)
    origin.restores = String(repeating: "2", count: 40)
    return origin
  }()
}
