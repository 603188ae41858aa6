import Documents
import FileSystem
import GitObjects
import Testing

@testable import Recording

/// The versions of a path that a save is compared with.
@Suite struct RecentVersionsTests {
  private func version(_ digit: Character, isPlaced: Bool) throws -> RecentVersion {
    let blob = try #require(ObjectID(hex: String(repeating: digit, count: 40)))
    return RecentVersion(blob: blob, seconds: 1, isPlaced: isPlaced)
  }

  @Test func `the list of another name of a file gets the version that a write replaced`() throws {
    let (old, new) = try (WorkspacePath("a"), WorkspacePath("b"))
    let placed = try version("1", isPlaced: true)
    let saved = try version("2", isPlaced: false)
    let written = try version("3", isPlaced: true)
    var recent = RecentVersions()
    recent.note(placed, at: old, replacing: .absent(at: 1))
    // The file was renamed, and saved under its new name before its old one was forgotten.
    recent.noteNew(new, placed.blob)
    recent.noteNew(new, saved.blob)
    #expect(recent.forget(old) == new)
    recent.note(written, at: new, replacing: saved)
    let list = recent.versions(of: new, at: 2)?.list
    #expect(list?.map(\.blob) == [written.blob, saved.blob, placed.blob, .emptyBlob])
  }

  @Test func `a file that was renamed over another one and then saved is found by the content under its old name`()
    throws
  {
    let (old, new) = try (WorkspacePath("a"), WorkspacePath("b"))
    let placed = try version("1", isPlaced: true)
    let (former, saved) = try (version("2", isPlaced: false), version("3", isPlaced: false))
    var recent = RecentVersions()
    recent.note(placed, at: old, replacing: .absent(at: 1))
    for blob in [former.blob, placed.blob, saved.blob] { recent.noteNew(new, blob) }
    #expect(recent.forget(old) == new)
    #expect(recent.versions(of: new, at: 2)?.list.map(\.blob) == [saved.blob, placed.blob, .emptyBlob])
  }

  @Test(arguments: [false, true])
  func `no version of a file is known to an editor of the name to which others moved it`(isNewFirst: Bool) throws {
    let (old, new) = try (WorkspacePath("a"), WorkspacePath("b"))
    let (saved, written) = try (version("1", isPlaced: false), version("2", isPlaced: true))
    var recent = RecentVersions()
    recent.note(written, at: old, replacing: saved)
    if isNewFirst {
      recent.note(written, at: new, replacing: .absent(at: 1))
      recent.forget(old)
    } else {
      recent.forget(old)
      recent.note(written, at: new, replacing: nil)
    }
    let list = try #require(recent.versions(of: new, at: 2)?.list)
    #expect(list.map(\.blob) == [written.blob, saved.blob, .emptyBlob])
    #expect(list.map(\.isMoved) == [true, true, false])
  }

  @Test func `a version that the list has is not added again`() throws {
    let path = try WorkspacePath("a")
    var recent = RecentVersions()
    let (first, second) = try (version("1", isPlaced: true), version("2", isPlaced: true))
    recent.note(first, at: path, replacing: .absent(at: 1))
    recent.note(second, at: path, replacing: first)
    #expect(recent.versions(of: path, at: 2)?.list.map(\.blob) == [second.blob, first.blob, .emptyBlob])
  }

  @Test func `each of two saves of one file in a turn names what it had not seen`() throws {
    let path = try WorkspacePath("a")
    let lists = try "12".map { digit in
      let step = UnseenVersions.Step(base: .emptyBlob, isNew: true, version: try version(digit, isPlaced: true))
      return try #require(UnseenVersions([step]))
    }
    var plan = TurnPlan(sequence: 1)
    for missed in lists { plan.note(.replaced, missed, path, []) }
    #expect(plan.notices.map(\.missed) == lists)
  }
}
