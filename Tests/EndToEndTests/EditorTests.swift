import Testing

/// Programs that people save with, as they are installed.
@Suite struct EditorTests {
  @Test(arguments: Save.all)
  func `a save of any program is one commit by the person with exactly the saved bytes`(_ save: Save) async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("cp /usr/share/common-licenses/Artistic letter.txt")
      try await workspace.barrier()
      let before = try await workspace.log("letter.txt").count

      try await workspace.shell(save.script)
      try await workspace.barrier()

      let commits = try await workspace.log("letter.txt")
      #expect(commits.count == before + 1, "\(commits)")
      #expect(commits.first?.author.kind == "user" && commits.first?.author.name == "Ann")
      #expect(try await workspace.git("show", "HEAD:letter.txt").bytes == [UInt8](file: workspace.root + "/letter.txt"))
      #expect(workspace.text("letter.txt")?.contains("A line of mine") == true, "the program saved nothing")
      #expect(try await workspace.pathsEverRecorded() == ["letter.txt"])
      #expect(!(try await workspace.log()).contains { $0.subject.hasPrefix("Delete") })
      try await workspace.expectQuiet()
    }
  }

  @Test(arguments: Save.all.filter(\.leavesGap))
  func `a gap in which the file is missing is no deletion, even when it lasts a second`(_ save: Save) async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("cp /usr/share/common-licenses/Artistic letter.txt")
      try await workspace.barrier()
      // How long the gap lasts is what is tested.
      try await workspace.shell(save.script, with: ["GAP": "read -rt 1 <> <(:) || true"])
      try await workspace.barrier()
      #expect(try await workspace.log().count == 2)
      #expect(try await workspace.git("show", "HEAD:letter.txt").bytes == [UInt8](file: workspace.root + "/letter.txt"))
      #expect(try await workspace.pathsEverRecorded() == ["letter.txt"])
      #expect(!(try await workspace.log()).contains { $0.subject.hasPrefix("Delete") })
      try await workspace.expectQuiet()
    }
  }

  @Test func `an editor that is open while an agent writes another file delays nobody`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("cp /usr/share/common-licenses/BSD letter.txt; touch .letter.txt.swp")
      try await workspace.agent("write", "notes.md", input: "from the agent\n").mustSucceed()
      try await workspace.barrier()
      #expect(try await workspace.pathsEverRecorded() == ["letter.txt", "notes.md"])
      #expect(try await workspace.log("letter.txt").first?.author.kind == "user")
      try await workspace.shell("rm .letter.txt.swp")
      try await workspace.barrier()
      try await workspace.expectQuiet()
    }
  }

  @Test(.tags(.slow)) func `a thousand saves in a row lose none and end at the last`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("for n in $(seq 1000); do echo \"save $n\" > log.txt; done")
      try await workspace.barrier()
      #expect(try await workspace.git("show", "HEAD:log.txt").output == "save 1000\n")
      #expect(try await workspace.log().allSatisfy { $0.author.kind == "user" })
      try await workspace.expectQuiet()
    }
  }
}
