import FileSystem
import GitObjects
import LargeFiles
import Recording
import TestSupport
import Testing
import WorkTree

/// Pointers that are written over a placeholder, to contents that only a remote can have.
@Suite struct `An edited pointer to what is not here` {
  private let folder: LargeFolder
  private let first: Pointer
  private let other: Pointer

  init() throws {
    folder = try LargeFolder()
    first = try pointer(to: LargeFolder.content(1))
    other = try pointer(to: LargeFolder.content(2))
    try folder.put("film.mov", LargeFolder.content(1))
    try folder.scan()
    #expect(try folder.recorder.makePlaceholder(folder.path("film.mov"), first) == .done)
  }

  private func edit() throws {
    try folder.put("film.mov", other.bytes)
    try folder.scan()
  }

  @Test(arguments: [false, true])
  func `is held, and becomes a version by its writer when a remote has the content`(isStopped: Bool) throws {
    folder.recorder.authors.brackets.begin(
      Bracket(
        id: "1", origin: WriteOrigin(author: .agent(name: "Robot", session: "s1"), tool: "Bash"), session: "s1",
        paths: [try folder.path("film.mov")], isCommand: false, end: .max))
    try edit()
    #expect(try folder.recorded("film.mov") == first.bytes)
    #expect(try folder.bytes("film.mov") == first.bytes)
    #expect(folder.recorder.saves.takeNotices().isEmpty)
    #expect(folder.recorder.swapper.takeNewsOfEditedPointers())
    if isStopped { try folder.reopen() }
    let asked = folder.recorder.swapper.pointersToAskAbout()
    #expect(asked.map(\.pointer) == [other] && asked.map(\.path.string) == ["film.mov"])
    let outcome = folder.recorder.take(try #require(asked.first))
    guard case .done = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try folder.recorded("film.mov") == other.bytes)
    #expect(try folder.bytes("film.mov") == other.bytes)
    #expect(try folder.recorder.disk.largeEntries(under: nil).map(\.state) == [.placeholder])
    let tip = try folder.repository.commit(#require(folder.recorder.tip))
    #expect(tip.author.name == "Robot")
    #expect(tip.message.contains("Stet-Actor: agent") && tip.message.contains("Stet-Tool: Bash"))
    #expect(folder.recorder.swapper.pointersToAskAbout().isEmpty)
    folder.recorder.swapper.keepEditedPointers()
    try folder.reopen()
    #expect(folder.recorder.swapper.pointersToAskAbout().isEmpty)
  }

  @Test func `can be brought back once it is a version`() throws {
    try edit()
    let taken = folder.recorder.take(try #require(folder.recorder.swapper.pointersToAskAbout().first))
    guard case .done = taken else {
      Issue.record("\(String(describing: taken))")
      return
    }
    try folder.put("film.mov", LargeFolder.content(3))
    try folder.scan()
    let blob = folder.repository.id(of: .blob, other.bytes)
    let outcome = try folder.write("film.mov", .place(mode: .file, blob: blob))
    guard case .done = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try folder.recorded("film.mov") == other.bytes)
  }

  @Test func `gives way to the one that was written there last`() throws {
    try edit()
    let asked = try #require(folder.recorder.swapper.pointersToAskAbout().first)
    let last = try pointer(to: LargeFolder.content(4))
    try folder.put("film.mov", last.bytes)
    try folder.scan()
    #expect(folder.recorder.take(asked) == nil)
    #expect(try folder.recorded("film.mov") == first.bytes)
    #expect(folder.recorder.swapper.pointersToAskAbout().map(\.pointer) == [last])
  }

  @Test func `is told of where another placeholder stands there before anybody was asked`() throws {
    try edit()
    try folder.put("film.mov", LargeFolder.content(3))
    try folder.scan()
    let third = try pointer(to: LargeFolder.content(3))
    #expect(try folder.recorder.makePlaceholder(folder.path("film.mov"), third) == .done)
    #expect(folder.recorder.saves.takeNotices().isEmpty)
    #expect(folder.recorder.swapper.pointersToAskAbout().isEmpty)
    #expect(folder.recorder.saves.takeNotices().map(\.kind) == [.placeholder])
  }

  @Test func `is told of once where nobody can be asked, and again where the remote denies it`() throws {
    try edit()
    let asked = try #require(folder.recorder.swapper.pointersToAskAbout().first)
    for _ in 0..<2 { folder.recorder.swapper.tell(asked, isDenied: false) }
    folder.recorder.swapper.keepEditedPointers()
    #expect(folder.recorder.saves.takeNotices().map(\.kind) == [.unasked])
    try folder.reopen()
    let again = try #require(folder.recorder.swapper.pointersToAskAbout().first)
    folder.recorder.swapper.tell(again, isDenied: false)
    #expect(folder.recorder.saves.takeNotices().isEmpty)
    folder.recorder.swapper.tell(again, isDenied: true)
    #expect(folder.recorder.saves.takeNotices().map(\.kind) == [.placeholder])
    #expect(folder.recorder.swapper.pointersToAskAbout().isEmpty)
  }

  @Test func `is no news any more where something else was saved meanwhile`() throws {
    try edit()
    let asked = try #require(folder.recorder.swapper.pointersToAskAbout().first)
    try folder.put("film.mov", LargeFolder.content(3))
    let outcome = folder.recorder.take(asked)
    if case .done = outcome { Issue.record("\(outcome)") }
    try folder.scan()
    #expect(try folder.bytes("film.mov") == LargeFolder.content(3))
    #expect(try folder.recorded("film.mov") == pointer(to: LargeFolder.content(3)).bytes)
    #expect(folder.recorder.swapper.pointersToAskAbout().isEmpty)
  }
}
