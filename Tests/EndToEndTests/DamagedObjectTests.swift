import Testing

/// Damaged and missing objects: had again where that is possible, named where not; everything else works on.
@Suite struct DamagedObjectTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The damage to the repository of a stopped workspace.
    let script: String
    /// Whether only the doctor looks for it: nobody else needs it.
    var isQuiet = false
  }

  /// Functions for the scripts: where a loose object is, and all packs as loose objects.
  private static let words = """
    object() { local id; id=$(git rev-parse "$1"); echo ".git/objects/${id:0:2}/${id:2}"; }
    unpack() {
      mkdir ../packs; mv .git/objects/pack/* ../packs/
      for p in ../packs/*.pack; do git unpack-objects -q < "$p"; done; rm -rf ../packs; chmod -R u+w .git/objects
    }

    """

  private static let damages = [
    Damage(testDescription: "an empty file", script: "unpack; : > $(object HEAD:n3.md)", isQuiet: true),
    Damage(testDescription: "an old text", script: "unpack; rm $(object HEAD~1:n1.md)", isQuiet: true),
    Damage(testDescription: "a garbled folder", script: "unpack; head -c 30 /dev/urandom > $(object HEAD:sub)"),
    Damage(testDescription: "the tree", script: "unpack; rm $(object HEAD^{tree})"),
    Damage(testDescription: "the last commit", script: "unpack; : > $(object HEAD)"),
    Damage(testDescription: "an old commit", script: "unpack; rm $(object HEAD~3)", isQuiet: true),
    Damage(
      testDescription: "half a pack",
      script: "for p in .git/objects/pack/*.pack; do chmod u+w $p; truncate -s $(($(stat -c %s $p) / 2)) $p; done"),
    Damage(testDescription: "the packs", script: "rm -f .git/objects/pack/*.pack"),
    Damage(testDescription: "the packs' indexes", script: "rm -f .git/objects/pack/*.idx"),
    Damage(testDescription: "all objects", script: "rm -rf .git/objects/??  .git/objects/pack/*"),
  ]

  /// A workspace with some history, stopped and damaged.
  private func prepare(_ a: TestWorkspace, _ damage: Damage) async throws {
    for round in 1...4 {
      try await a.shell("mkdir -p sub; echo 'text \(round)' > n\(round).md; echo 'sub \(round)' > sub/s\(round).md")
      try await a.barrier()
    }
    try await a.agent("write", "agent.md", input: "the agent's\n").mustSucceed()
    try a.save("n1.md", "changed\n")
    try await a.barrier()
    try await a.stet("stop").mustSucceed()
    try await a.shell(Self.words + damage.script)
  }

  @Test(arguments: damages)
  func `with a remote all of it comes back, with its authors`(_ damage: Damage) async throws {
    try await Remote.run(["a", "b"]) { remote, folders in
      let a = folders[0]
      try await prepare(a, damage)
      let commits = try await remote.git("rev-list", "main").lines
      try a.save("new.md", "new\n")
      try await a.stet("start").mustSucceed()
      if damage.isQuiet { try await a.stet("doctor") }
      try await a.agent("append", "agent.md", input: "more\n").mustSucceed()
      try await remote.expectConverged(folders)
      #expect(try await a.stet("doctor").status == 0)
      #expect(try await a.questions().isEmpty)
      let after = try await remote.git("rev-list", "main").lines
      #expect(after.suffix(commits.count) == commits[...])
      #expect(try await a.blame("agent.md").map(\.author.name) == ["Claude", "Claude"])
      #expect(a.text("n1.md") == "changed\n" && a.text("new.md") == "new\n")
    }
  }

  @Test(arguments: damages)
  func `without one the folder is recorded as it is, what is lost is named, and all else goes on`(
    _ damage: Damage
  ) async throws {
    try await TestWorkspace.run { a in
      try await prepare(a, damage)
      try await a.stet("start").mustSucceed()
      try await a.stet("doctor")
      try a.save("new.md", "new\n")
      try await a.agent("append", "agent.md", input: "more\n").mustSucceed()
      try await a.barrier()
      #expect(try await a.git("status", "--porcelain").output.isEmpty)
      for (path, text) in [
        ("n1.md", "changed\n"), ("n3.md", "text 3\n"), ("sub/s2.md", "sub 2\n"), ("agent.md", "the agent's\nmore\n"),
        ("new.md", "new\n"),
      ] {
        #expect(a.text(path) == text)
        #expect(try await a.git("show", "HEAD:" + path).output == text)
      }
      let doctor = try await a.stet("doctor").output
      #expect(doctor.contains("repaired") || doctor.contains("nowhere else"), "\(doctor)")
      if doctor.contains("it continues at") {
        // The authors of the folder's newer lines are lost with the history.
        #expect(try await a.log().contains { $0.author.kind == "unsure" && $0.author.session == nil })
      }
      #expect(try await a.blame("new.md").map(\.author.kind) == ["user"])
      if damage.testDescription == "an old text" {
        #expect(doctor.contains("n1.md") && doctor.contains("Create agent.md"), "\(doctor)")
      }
      #expect(try await a.stet("start").status == 0)
    }
  }
}
