import WorkspaceAPI
import FoundationEssentials
import Testing

@testable import WorkspaceEngine

/// The look at git's configuration for the remote.
@Suite struct RemoteLookupTests {
  /// Settings of a folder whose git is killed at once while a file exists, and that file's path.
  private func killingGit(_ folder: TestFolder) throws -> (settings: WorkspaceSettings, isKilled: String) {
    let programs = folder.place + "/bin"
    let isKilled = programs + "/killed"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let script = "#!/bin/sh\n[ -e \(isKilled) ] && kill -9 $$\nexec /usr/bin/git \"$@\"\n"
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
    #expect(
      FileManager.default.createFile(atPath: programs + "/git", contents: Data(script.utf8), attributes: attributes))
    #expect(FileManager.default.createFile(atPath: isKilled, contents: Data()))
    var settings = folder.settings
    settings.environment["PATH"] = programs + ":/usr/bin:/bin"
    return (settings, isKilled)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a remote that git could not name at the start is shown as such, and exchanged with once git can`() async throws
  {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    let (settings, isKilled) = try killingGit(folder)
    let workspace = try #require(try await Workspace.open(settings))
    let shown = try #require(try await workspace.status().remote)
    #expect(shown.state == "unusable" && shown.message?.contains("git could not read") == true)
    var events = try await workspace.events().makeAsyncIterator()
    try FileManager.default.removeItem(atPath: isKilled)
    // Nobody asks for it: the retry finds it.
    while let event = await events.next(), !event.message.contains("changes are exchanged with") {}
    #expect(try await workspace.status().remote?.state != "unusable")
    await workspace.stop()
  }

  @Test func `a barrier fails while git cannot name the remote, and the next one looks again`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    let (settings, isKilled) = try killingGit(folder)
    let workspace = try #require(try await Workspace.open(settings))
    try folder.save("a.md", "one\n")
    await #expect(throws: VerbError.self) { try await workspace.settle() }
    try FileManager.default.removeItem(atPath: isKilled)
    try await workspace.settle()
    #expect(try await folder.git("--git-dir", remote, "show", "main:a.md") == "one")
    await workspace.stop()
  }

  @Test func `a look-up that failed is tried again by itself, and not after the end`() async throws {
    let (stream, tries) = AsyncStream.makeStream(of: Int.self)
    var renewal = ExchangeRenewal()
    renewal.begin(at: 1)
    #expect(!renewal.isDue(at: 1) && renewal.isDue(at: 2), "the one that is under way tells")
    let isFirst = renewal.fail("killed") { tries.yield(1) }
    #expect(isFirst && renewal.failure == "killed" && renewal.isDue(at: 1))
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    renewal.begin(at: 1)
    let isFirstAgain = renewal.fail("killed again") { tries.yield(2) }
    #expect(!isFirstAgain)
    renewal.begin(at: 1)
    renewal.succeed()
    #expect(renewal.failure == nil && !renewal.isDue(at: 1))
    renewal.end()
    #expect(!renewal.isDue(at: 3))
    let isFirstAtLast = renewal.fail("at the end") { tries.yield(3) }
    tries.finish()
    #expect(isFirstAtLast)
    while let number = await iterator.next() { #expect(number != 3) }
  }
}
