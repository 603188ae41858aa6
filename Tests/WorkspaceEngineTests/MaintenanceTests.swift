import FoundationEssentials
import TestSupport
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// The joining of packs.
@Suite struct MaintenanceTests {
  /// Makes a repository with some packs, each with a version of one text.
  private static func folder(packs count: Int) async throws -> TestFolder {
    let folder = try await TestFolder(isEmpty: true)
    try await folder.git("init", "--quiet", "--initial-branch=main")
    for version in 1...count {
      let script = """
        seq \(version) 400 >text.md; git add text.md
        git -c user.name=P -c user.email=p@example.org commit --quiet --message=\(version); git repack -dq
        """
      try await folder.git("-c", "alias.make=!\(script)", "make")
    }
    return folder
  }

  private static func packs(_ folder: TestFolder) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.root + "/.git/objects/pack")) ?? []).filter {
      $0.hasSuffix(".pack")
    }.sorted()
  }

  @Test func `few packs are joined when the folder rests, and the history stays`() async throws {
    let folder = try await Self.folder(packs: Maintenance.few)
    let history = try await folder.git("log", "--patch", "main")
    let maintenance = Maintenance(git: folder.git, rest: .zero)
    let work = Task { await maintenance.attend { Issue.record("\($0)") } }
    maintenance.noteRest()
    try await until { Self.packs(folder).count == 1 }
    work.cancel()
    await work.value
    #expect(try await folder.git("log", "--patch", "main") == history)
    _ = try await folder.git("fsck", "--full", "--strict")
  }

  @Test func `fewer packs stay as they are`() async throws {
    let folder = try await Self.folder(packs: 3)
    let before = Self.packs(folder)
    try await Maintenance(git: folder.git).join(atLeast: Maintenance.few)
    #expect(Self.packs(folder) == before && before.count == 3)
  }

  @Test func `a commit ends the rest`() async throws {
    let folder = try await Self.folder(packs: Maintenance.few)
    let before = Self.packs(folder)
    let maintenance = Maintenance(git: folder.git, rest: .seconds(3_600))
    let work = Task { await maintenance.attend { Issue.record("\($0)") } }
    maintenance.noteRest()
    maintenance.noteCommit()
    work.cancel()
    await work.value
    #expect(Self.packs(folder) == before)
  }

  @Test func `a damaged pack is reported, and nothing is replaced`() async throws {
    let folder = try await Self.folder(packs: Maintenance.few)
    let before = Self.packs(folder)
    let script = "chmod u+w .git/objects/pack/\(before[0]); printf x >.git/objects/pack/\(before[0])"
    try await folder.git("-c", "alias.harm=!\(script)", "harm")
    await #expect(throws: VerbError.self) { try await Maintenance(git: folder.git).join(atLeast: Maintenance.few) }
    #expect(Self.packs(folder) == before)
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder.root + "/.git/stet/packs")
    #expect(left?.isEmpty == true)
  }
}
