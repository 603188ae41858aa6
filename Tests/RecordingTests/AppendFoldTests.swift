import Documents
import FileSystem
import GitObjects
import TestSupport
import Testing

@testable import Recording
@testable import WorkTree

@Suite struct `Appends that follow each other closely` {
  private static let path = "log.md"

  /// A save as the watcher reports it.
  @discardableResult
  private func save(_ desk: Desk, _ text: String, mayWait: Bool = true) throws -> ObservationOutcome {
    try desk.save(Self.path, text)
    return try desk.running().record([Observation(path: WorkspacePath(Self.path), mayWait: mayWait)])
  }

  private func desk() throws -> Desk {
    let desk = try Desk()
    try save(desk, "a\n")
    return desk
  }

  @Test func `are recorded at once where they come first, and together where they follow`() throws {
    let desk = try desk()
    let count = try desk.log().count
    #expect(try save(desk, "a\nb\n").deferred.isEmpty)
    #expect(try desk.recorded(Self.path) == "a\nb\n")
    for text in ["a\nb\nc\n", "a\nb\nc\nd\n", "a\nb\nc\nd\ne\n"] {
      let outcome = try save(desk, text)
      let due = try #require(outcome.deferred[WorkspacePath(Self.path)])
      #expect(due > desk.time.now().monotonic && due <= desk.time.now().monotonic + AppendFolds.window)
    }
    #expect(try desk.recorded(Self.path) == "a\nb\n")
    _ = try desk.record(Self.path)
    #expect(try desk.recorded(Self.path) == "a\nb\nc\nd\ne\n")
    #expect(try desk.log().count == count + 2)
  }

  /// An editor's save takes 100 ms here; a program appends each 50 ms.
  @Test(arguments: [(saves: 100, pause: Int64(0), most: 14), (200, 50, 20)])
  func `never wait longer than the window`(saves: Int, pause: Int64, most: Int) throws {
    let desk = try desk()
    var text = "a\n"
    var unrecordedSince: Int64?
    let count = try desk.log().count
    for step in 0..<saves {
      text += "line \(step)\n"
      if pause == 0 {
        try save(desk, text)
      } else {
        desk.wait(milliseconds: pause)
        try desk.tree.save(FileLocation(WorkspacePath(Self.path)), bytes: Array(text.utf8))
        _ = try desk.running().record([Observation(path: WorkspacePath(Self.path), mayWait: true)])
      }
      if try desk.recorded(Self.path) == text {
        unrecordedSince = nil
      } else {
        unrecordedSince = unrecordedSince ?? desk.time.now().monotonic
        #expect(try desk.time.now().monotonic - #require(unrecordedSince) < 1_000_000_000)
      }
    }
    #expect(try desk.log().count - count <= most)
  }

  @Test(arguments: ["other\n", "a\n", "a\nb\n", nil])
  func `lose no version where what follows is no append`(text: String?) throws {
    let desk = try desk()
    try save(desk, "a\nb\n")
    #expect(try !save(desk, "a\nb\nc\n").deferred.isEmpty)
    if let text {
      try save(desk, text)
    } else {
      try desk.tree.remove(FileLocation(WorkspacePath(Self.path)))
      _ = try desk.record(Self.path, believesDeletion: true)
    }
    #expect(try desk.recorded(Self.path) == text)
    #expect(try desk.reachableTexts().contains("a\nb\nc\n"))
  }

  @Test func `lose no version if the disk refuses the turn that would record it`() throws {
    let desk = try desk()
    try save(desk, "a\nb\n")
    #expect(try !save(desk, "a\nb\nc\n").deferred.isEmpty)
    try desk.save(Self.path, "other\n")
    let full = FileError(code: .noSpace, operation: "create", path: Self.path, errno: 28, message: "full")
    desk.tree.onFault { operation, _ in operation == .create ? full : nil }
    #expect(try desk.write(Self.path, .text("robot\n")) == .refused(.disk(full)))
    desk.tree.onFault(nil)
    _ = try desk.record(Self.path)
    #expect(try desk.recorded(Self.path) == "other\n")
    #expect(try desk.reachableTexts().contains("a\nb\nc\n"))
  }

  @Test func `are recorded at their due time also if an agent's program has just ended`() throws {
    let desk = try desk()
    try save(desk, "a\nb\n")
    let recorder = try desk.running()
    recorder.authors.brackets = Brackets(
      left: [LeftProgram(session: "s", process: 1, began: 0)], lastCommand: desk.time.now().monotonic)
    #expect(try !save(desk, "a\nb\nc\n").deferred.isEmpty)
  }

  @Test func `lose no version to what is captured while recording is paused`() throws {
    let desk = try desk()
    try save(desk, "a\nb\n")
    #expect(try !save(desk, "a\nb\nc\n").deferred.isEmpty)
    let recorder = try desk.running()
    recorder.log.pause("a test")
    try desk.save(Self.path, "other\n")
    _ = recorder.capture([try WorkspacePath(Self.path)], omitting: .stored)
    recorder.log.resume()
    try desk.save(Self.path, "another\n")
    _ = try desk.record(Self.path)
    #expect(try desk.reachableTexts().contains("a\nb\nc\n"))
  }

  @Test func `hide no agent's text from a save that has not seen it`() throws {
    let desk = try desk()
    try desk.write(Self.path, .appending("robot\n")).result()
    try save(desk, "a\nrobot\nb\n")
    #expect(try !save(desk, "a\nrobot\nb\nc\n").deferred.isEmpty)
    try save(desk, "a\nmine\n")
    let notices = try desk.running().saves.takeNotices()
    #expect(notices.map(\.path.string) == [Self.path], "the agent's line is missing without a notice")
    #expect(try desk.reachableTexts().contains("a\nrobot\nb\nc\n"))
  }

  @Test func `are recorded before an agent's write, whose author is told apart`() throws {
    let desk = try desk()
    try save(desk, "a\nb\n")
    try save(desk, "a\nb\nc\n")
    _ = try desk.write(Self.path, .appending("robot\n")).result()
    #expect(try desk.recorded(Self.path) == "a\nb\nc\nrobot\n")
    #expect(try desk.log().prefix(2).map { CommitMessage(parsing: $0.message).author } == [.robot, .user])
    // The version that the next append continues is the agent's.
    #expect(try save(desk, "a\nb\nc\nrobot\nd\n").deferred.isEmpty)
  }

  @Test(arguments: [false, true])
  func `are recorded before a version from elsewhere, whose lines they would remove`(isOpen: Bool) throws {
    let desk = try desk()
    try save(desk, "a\nb\n")
    #expect(try !save(desk, "a\nb\nc\n").deferred.isEmpty)
    // More files than an adoption observes, unless a program has this one open: then it observes nothing.
    var files = [Self.path: "a\nb\nremote\n"]
    for index in 0..<(isOpen ? 1 : 600) { files["a/\(index)"] = "new\n" }
    let target = try desk.remoteCommit(files)
    let handle = try isOpen ? desk.tree.openForWriting(FileLocation(WorkspacePath(Self.path)), append: true) : nil
    let recorder = try desk.running()
    let outcome = try recorder.adopt(target, expecting: recorder.tip)
    #expect(outcome == .tipMoved(recorder.tip))
    #expect(try desk.recorded(Self.path) == "a\nb\nc\n")
    #expect(try desk.log().first.map { CommitMessage(parsing: $0.message).author } == .user)
    if let handle { desk.tree.close(handle) }
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `that are no save of the person's, or not seen as one, wait for nothing`() throws {
    let desk = try desk()
    try save(desk, "a\nb\n")
    #expect(try save(desk, "a\nb\nc\n", mayWait: false).deferred.isEmpty)
    #expect(try save(desk, "other\n").deferred.isEmpty)
    #expect(try save(desk, "other text\n").deferred.isEmpty)
    #expect(try desk.recorded(Self.path) == "other text\n")
  }
}
