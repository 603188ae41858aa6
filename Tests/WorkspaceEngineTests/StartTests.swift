import TestSupport
import Testing
import WorkspaceAPI

@testable import FolderKeeping
@testable import WorkspaceEngine

/// The start of a workspace: the verbs that are answered before every file was compared with the recorded state.
@Suite struct `The start of a workspace` {
  private static let agent = Caller(agent: "Claude", session: "s1")

  private static let reading = StartWait.atMost(StartWait.ofReading)

  @Test func `what reads is answered before the end, what writes and what an agent asks is not`() {
    #expect(StartWait(for: StatusRequest()) == .none)
    #expect(StartWait(for: StatusRequest(timeout: 80)) == .atMost(80))
    #expect(StartWait(for: StatusRequest(timeout: -1)) == .atMost(0))
    #expect(StartWait(for: StopRequest()) == .none)
    #expect(StartWait(for: ReadRequest(path: "a.md")) == Self.reading)
    #expect(StartWait(for: ReadRequest(path: "a.md", caller: Self.agent)) == .untilEnd)
    #expect(StartWait(for: ListRequest()) == Self.reading)
    #expect(StartWait(for: WriteRequest(path: "a.md", action: .delete)) == .untilEnd)
    #expect(StartWait(for: SyncRequest(wait: true)) == .untilEnd)
    #expect(StartWait(for: DoctorRequest()) == .untilEnd)
    #expect(StartWait(for: QuestionsRequest()) == .untilEnd)
  }

  @Test func `status and reads are answered before the files are compared, and say so; a write comes after`()
    async throws
  {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try folder.save("b.md", "one\n")
      try await workspace.settle()
    }
    try folder.save("a.md", "of the meantime\n")
    let workspace = try #require(try await Workspace.prepare(folder.settings))
    let verbs = VerbTable(of: workspace)
    let status = try await verbs.call(StatusRequest())
    #expect(status.state == "checking" && status.checking != nil && status.reason == FolderGate.startReason)
    let file = try await verbs.call(ReadRequest(path: "b.md"))
    #expect(file.content == "one\n" && !file.isBeingSaved)
    // The version in history is returned, as one that may not be the present one.
    let changed = try await verbs.call(ReadRequest(path: "a.md"))
    #expect(changed.content == "one\n" && changed.isBeingSaved)
    async let receipt = verbs.call(
      WriteRequest(path: "a.md", action: .put(Array("written\n".utf8)), token: changed.token))
    try await workspace.begin()
    let after = try await verbs.call(StatusRequest())
    #expect(after.state == "recording" && after.checking == nil)
    _ = try? await receipt
    // The save of the time without a daemon is a version of its own, before anything is written over it.
    let versions = try await folder.git("log", "--format=%H", "refs/stet/tip", "--", "a.md").split(separator: "\n")
    var texts: [String] = []
    for version in versions { texts.append(try await folder.git("show", "\(version):a.md")) }
    #expect(texts.contains("of the meantime"), "\(texts)")
    await workspace.stop()
  }

  @Test func `a stop before the start ends marks no stop in order`() async throws {
    let folder = try await TestFolder()
    let workspace = try #require(try await Workspace.prepare(folder.settings))
    await workspace.stop()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      let state = try await workspace.status().state
      let text = try await workspace.read(ReadRequest(path: "a.md")).content
      #expect(state == "recording" && text == "one\n")
    }
  }

  @Test func `a stop before any scan after a power cut marks no stop in order`() async throws {
    let folder = try await TestFolder()
    let store = "\(folder.root)/.git/stet"
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try Program.shell("cp -r \(store)/journal \(folder.place)/journal").mustSucceed()
    }
    // As after a power cut: the stop is not in the journal, the machine has booted, and the file has zeros.
    try Program.shell(
      "rm -r \(store)/journal && cp -r \(folder.place)/journal \(store)/ && sed -i '2s/.*/other/' \(store)/identity"
    ).mustSucceed()
    try folder.save("a.md", "\0\0\0\0")
    // git is in the middle of an operation: nothing is scanned.
    let head = try await folder.git("rev-parse", "HEAD")
    try Program.shell("echo \(head) > \(folder.root)/.git/MERGE_HEAD").mustSucceed()
    try await folder.open { workspace in
      let state = try await workspace.status().state
      #expect(state == "paused")
    }
    try Program.shell("rm \(folder.root)/.git/MERGE_HEAD").mustSucceed()
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(folder.text("a.md") == "one\n")
      let versions = try await folder.git("rev-list", "--count", "refs/stet/tip", "--", "a.md")
      #expect(versions == "1")
    }
  }
}
