import Documents
import GitObjects
import Testing
import WorkTree

@testable import FolderKeeping

@Suite struct WaitingLooksTests {
  private func observations(_ names: String...) throws -> [Observation] {
    try names.map { Observation(path: try WorkspacePath($0)) }
  }

  @Test func `all that differs comes at the end, with the renames of every batch`() throws {
    var looks = WaitingLooks()
    #expect(looks.isEmpty)
    looks.append(try observations("a", "b", "c"), renames: [PathRename(from: "x", to: "a")])
    let same = looks.advance(at: 0) { slice in (2, slice.filter { $0.path.string == "b" }) }
    #expect(same.map(\.string) == ["a"] && !looks.isDone)
    looks.append(try observations("d"), renames: [PathRename(from: "y", to: "d")])
    let rest = looks.advance(at: 0) { slice in (slice.count, slice.filter { $0.path.string == "d" }) }
    #expect(rest.map(\.string) == ["c"] && looks.isDone && !looks.isEmpty)
    let (differing, renames) = looks.take()
    #expect(differing.map(\.path.string) == ["b", "d"] && renames.map(\.from) == ["x", "y"])
    #expect(looks.isEmpty)
  }

  @Test func `what was not looked at is taken as if it differed`() throws {
    var looks = WaitingLooks()
    looks.append(try observations("a", "b", "c"), renames: [])
    _ = looks.advance(at: 0) { _ in (1, []) }
    #expect(looks.take().observations.map(\.path.string) == ["b", "c"])
  }

  @Test func `of two words about one path the later counts, and it is recorded once`() throws {
    var looks = WaitingLooks()
    let path = try WorkspacePath("a")
    looks.append([Observation(path: path)], renames: [])
    looks.append([Observation(path: path, believesDeletion: true)], renames: [])
    #expect(looks.advance(at: 0) { slice in (slice.count, Array(slice)) }.isEmpty && looks.isDone)
    looks.append([Observation(path: path)], renames: [])
    #expect(looks.take().observations == [Observation(path: path)])
  }

  @Test func `much that differs is recorded before the rest is looked at, but no deletion`() throws {
    var looks = WaitingLooks()
    let paths = try (0..<WaitingLooks.many).map { try WorkspacePath("f\($0)") }
    looks.append(paths.map { Observation(path: $0) } + (try observations("last")), renames: [])
    _ = looks.advance(at: 0) { slice in (WaitingLooks.many, Array(slice.prefix(WaitingLooks.many))) }
    let many = looks.takeMany(at: 0) { $0.string.hasSuffix("7") }
    #expect(many.count == WaitingLooks.many * 9 / 10)
    #expect(looks.takeMany(at: 0) { _ in false }.isEmpty && !looks.isDone)
    #expect(looks.take().observations.count == WaitingLooks.many / 10 + 1)
  }

  @Test func `a few differing files are recorded after half a second, but no end of a rename`() throws {
    var looks = WaitingLooks()
    let rename = PathRename(from: "gone", to: "moved")
    looks.append(try observations("new", "gone", "moved", "last"), renames: [rename])
    _ = looks.advance(at: 7) { slice in (3, Array(slice.prefix(3))) }
    #expect(looks.takeMany(at: WaitingLooks.longest) { $0.string == "gone" }.isEmpty)
    let late = looks.takeMany(at: WaitingLooks.longest + 7) { $0.string == "gone" }
    #expect(late.map(\.path.string) == ["new"])
    #expect(looks.takeMany(at: 3 * WaitingLooks.longest) { $0.string == "gone" }.isEmpty)
    #expect(looks.take().observations.map(\.path.string) == ["gone", "moved", "last"])
  }

  @Test(
    arguments: [
      (waiting: nil, count: 256, takes: false), (waiting: nil, count: 257, takes: true),
      (waiting: true, count: 256, takes: false), (waiting: true, count: 257, takes: true),
      (waiting: false, count: 16, takes: false), (waiting: false, count: 17, takes: true),
    ] as [(waiting: Bool?, count: Int, takes: Bool)])
  func `the next part of an archive joins saves that are being compared, a few saves do not`(
    _ row: (waiting: Bool?, count: Int, takes: Bool)
  ) throws {
    var looks = WaitingLooks()
    if let arePlaced = row.waiting { looks.append(try observations("a"), renames: [], arePlaced: arePlaced) }
    #expect(looks.takes(row.count) == row.takes)
    _ = looks.take()
    #expect(!looks.hasSaves)
  }

  @Test func `saves of a small batch do not wait behind many`() throws {
    var looks = WaitingLooks()
    looks.append(try (0...WaitingLooks.many).map { Observation(path: try WorkspacePath("\($0)")) }, renames: [])
    #expect(!looks.takes(WaitingLooks.few) && looks.takes(WaitingLooks.few + 1))
    _ = looks.advance(at: 7) { _ in (1, []) }
    #expect(looks.takes(WaitingLooks.fewMeanwhile + 1))
  }
}
