import WorkspaceAPI
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing

@testable import WorkspaceEngine

/// Pointers that are written over a placeholder or a large file, to contents that are not here.
@Suite struct EditedPointerTests {
  private let lab: PlaceholderLab
  private let first: Pointer

  init() async throws {
    lab = try await PlaceholderLab()
    first = try await lab.publish("film.bin", "many words\n")
  }

  private func tip() async throws -> String { try await lab.folder.git("show", "refs/stet/tip:film.bin") + "\n" }

  private func state(_ workspace: Workspace) async throws -> String? {
    try await workspace.large(LargeRequest(.look, paths: ["film.bin"])).files.first?.state
  }

  /// Saves a pointer where the first one is.
  private func save(_ pointer: Pointer) throws { try lab.folder.save("film.bin", lab.text(of: pointer)) }

  @Test(arguments: [false, true])
  func `one to what only the remote has is a version by its writer, not downloaded`(isOverContent: Bool) async throws {
    try await lab.folder.open { workspace in
      try await workspace.settle()
      if isOverContent { _ = try await workspace.read(ReadRequest(path: "film.bin")) }
      let other = try lab.there.store(Array("other words\n".utf8))
      let told = try await workspace.events(EventsRequest(kinds: [.staleSave, .recorded]))
      try save(other)
      try await workspace.settle()
      #expect(try await tip() == lab.text(of: other))
      #expect(lab.folder.text("film.bin") == lab.text(of: other))
      #expect(try await state(workspace) == "not-downloaded")
      for await event in told {
        #expect(event.event == .recorded && event.paths == ["film.bin"])
        break
      }
      let format = "--format=%an %(trailers:key=Stet-Actor,valueonly)"
      #expect(try await lab.folder.git("log", "-1", format, "refs/stet/tip", "--", "film.bin") == "Person user\n")
      #expect(
        try await lab.folder.git("--git-dir=\(lab.remote)", "show", "main:film.bin") + "\n" == lab.text(of: other))
      #expect(try await workspace.read(ReadRequest(path: "film.bin")).content == "other words\n")
    }
  }

  @Test func `one to what nobody has is kept as held, told, and not asked about again`() async throws {
    try await lab.folder.open { workspace in
      try await workspace.settle()
      let other = try Pointer(hashing: Array("other words\n".utf8))
      let told = workspace.events(of: [.staleSave])
      try save(other)
      try await workspace.settle()
      for await event in told {
        #expect(event.kind == "placeholder" && event.paths == ["film.bin"])
        break
      }
      #expect(try await tip() == lab.text(of: first))
      #expect(lab.folder.text("film.bin") == lab.text(of: first))
      #expect(try await lab.folder.git("show", "refs/stet/held:film.bin") + "\n" == lab.text(of: other))
      // The notice names this command.
      let log = try await workspace.log(LogRequest(path: "film.bin")).map(\.subject)
      #expect(log.contains("Hold film.bin: edited placeholder") && log.count == 2, "\(log)")
      #expect(try await workspace.provenance(ProvenanceRequest(path: "film.bin")).versions == 1)
      #expect(try await workspace.log(LogRequest(path: "film.bin", caller: Caller(agent: "Robot"))).count == 1)
      _ = try lab.there.store(Array("other words\n".utf8))
      try await workspace.settle()
      #expect(try await tip() == lab.text(of: first))
    }
  }

  @Test func `one to what the remote has damaged is none that it has`() async throws {
    try await lab.folder.open { workspace in
      try await workspace.settle()
      let other = try lab.there.store(Array("other words\n".utf8))
      let object = open(lab.there.place(of: other.id), O_WRONLY | O_TRUNC | O_CLOEXEC)
      #expect(Glibc.write(object, Array("OTHER words\n".utf8), 12) == 12)
      close(object)
      try save(other)
      try await workspace.settle()
      #expect(try await tip() == lab.text(of: first))
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: [false, true])
  func `where the remote cannot be reached it is asked with the next contact, also after a stop`(
    isStopped: Bool
  ) async throws {
    let other = try lab.there.store(Array("other words\n".utf8))
    try await lab.folder.open { workspace in
      try await workspace.settle()
      try #require(rename(lab.remote, lab.remote + ".away") == 0)
      let told = workspace.events(of: [.staleSave])
      try save(other)
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      for await event in told {
        #expect(event.kind == "unasked" && event.message.contains("kept"))
        break
      }
      #expect(try await tip() == lab.text(of: first))
      #expect(lab.folder.text("film.bin") == lab.text(of: first))
      if !isStopped {
        try #require(rename(lab.remote + ".away", lab.remote) == 0)
        try await workspace.settle()
        #expect(try await tip() == lab.text(of: other))
      }
    }
    guard isStopped else { return }
    try #require(rename(lab.remote + ".away", lab.remote) == 0)
    try await lab.folder.open { workspace in
      try await until { lab.folder.text("film.bin") == lab.text(of: other) }
      try await workspace.settle()
      #expect(try await tip() == lab.text(of: other))
    }
  }
}
