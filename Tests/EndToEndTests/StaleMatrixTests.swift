import TestSupport
import Testing

/// The agent's act × the person's edit of the old buffer × the way to save × the events in between.
@Suite struct StaleMatrixTests {
  /// A way to save.
  enum Saver: String, CaseIterable, Sendable {
    case renames = "cat > $TMPDIR/new && mv -f $TMPDIR/new $FILE"
    case truncates = "cat > $FILE"
  }

  private static let runs = Saver.allCases.flatMap { saver in StaleCell.Between.allCases.map { (saver, $0) } }

  @Test(arguments: runs)
  func `what an agent wrote is in the file, in a conflict or in a question, and what the person saved is in the file`(
    _ saver: Saver, _ between: StaleCell.Between
  ) async throws {
    try await TestWorkspace.run { workspace in
      try await prepare(workspace)
      try await act(workspace, between)
      for cell in StaleCell.all {
        try await workspace.shell(
          "cat $TMPDIR/saved/$FILE | { \(saver.rawValue); }", with: ["FILE": cell.path])
      }
      try await workspace.barrier()
      try await expect(workspace, between)
    }
  }

  @Test(arguments: MatrixEditor.all, StaleCell.Between.allCases)
  func `the same holds for what a real editor has in its buffers`(
    _ editor: MatrixEditor, _ between: StaleCell.Between
  ) async throws {
    try await TestWorkspace.run { workspace in
      let files = ["FILES": StaleCell.all.map(\.path).joined(separator: " ")]
      try await prepare(workspace)
      try await workspace.shell(editor.load, with: files)
      try await act(workspace, between)
      try await workspace.shell(editor.save, with: files)
      try await workspace.barrier()
      try await expect(workspace, editor.reads && between == .nothing ? .reader : between)
    }
  }

  /// Saves what both begin with, and beside the folder what the person's buffers get.
  private func prepare(_ workspace: TestWorkspace) async throws {
    try workspace.save(".gitattributes", "log-*.md merge=union\n")
    try await workspace.shell("mkdir $TMPDIR/saved")
    for cell in StaleCell.all {
      if cell.act != .newFile { try workspace.save(cell.path, StaleCell.base) }
      try cell.saved.write(to: workspace.machine.place + "/tmp/saved/" + cell.path)
    }
    try await workspace.barrier()
  }

  /// Has the agent write, and what comes between that and the person's save.
  private func act(_ workspace: TestWorkspace, _ between: StaleCell.Between) async throws {
    for cell in StaleCell.all {
      let (arguments, input) = cell.command
      try await workspace.stet(arguments + TestWorkspace.agent, input: input).mustSucceed()
    }
    switch between {
    case .nothing: break
    case .reader: try await workspace.shell("cat *.md > $TMPDIR/read")
    case .restart:
      try await workspace.stet("stop").mustSucceed()
      try await workspace.stet("start").mustSucceed()
    }
  }

  private func expect(_ workspace: TestWorkspace, _ between: StaleCell.Between) async throws {
    let open = try await workspace.conflicts()
    let conflicts = open.map(\.path)
    #expect(open.allSatisfy { $0.keptAuthor?.kind == "user" && $0.otherAuthor?.kind == "agent" }, "\(open)")
    try await expectListed(open, workspace)
    let questions = try await workspace.questions().filter { $0.kind == "stale-save" }
    var asked = 0
    for cell in StaleCell.all {
      let text = workspace.text(cell.path) ?? ""
      let end = cell.end(between)
      #expect(text.contains("MINE"), "\(cell): \(text)")
      #expect(text.contains("AGENT") == (end == .both), "\(cell): \(text)")
      #expect(conflicts.contains(cell.path) == (end == .conflict), "\(cell): \(text)")
      let isAsked = questions.contains { $0.seen.contains(" \(cell.path) ") }
      #expect(isAsked == (end == .question), "\(cell): \(questions)")
      if isAsked { asked += 1 }
      guard end == .both else { continue }
      let blame = try await workspace.blame(cell.path)
      #expect(blame.filter { $0.text.contains("AGENT") }.allSatisfy { $0.author.kind == "agent" }, "\(cell): \(blame)")
      #expect(blame.filter { $0.text.contains("MINE") }.allSatisfy { $0.author.kind == "user" }, "\(cell): \(blame)")
    }
    #expect(
      try await workspace.stet("status").output.contains("\(asked + conflicts.count) open")
        || asked + conflicts.count == 0)
    for cell in StaleCell.all where cell.end(between) == .question {
      try await workspace.stet("reapply", cell.path).mustSucceed()
      let isListed = try await workspace.conflicts().contains { $0.path == cell.path }
      #expect(isListed != (workspace.text(cell.path)?.contains("AGENT") == true), "\(cell)")
    }
    #expect(try await workspace.questions().allSatisfy { $0.kind == "conflict" })
    let kept = try await workspace.conflicts()
    try await expectListed(kept, workspace)
    for conflict in kept {
      try await workspace.stet("resolve", conflict.path, "--keep", "both").mustSucceed()
      #expect(
        workspace.text(conflict.path)?.contains("AGENT") == true
          && workspace.text(conflict.path)?.contains("MINE") == true)
    }
    try await workspace.barrier()
    #expect(try await workspace.questions().isEmpty)
    try await workspace.expectQuiet()
  }

  /// Expects that the questions and the page, which comes a moment after the tip, name the files of these conflicts and
  /// no others.
  private func expectListed(_ conflicts: [KeptConflict], _ workspace: TestWorkspace) async throws {
    let paths = conflicts.map(\.path).sorted()
    let questions = try await workspace.questions().filter { $0.kind == "conflict" }
    #expect(questions.compactMap(\.path).sorted() == paths, "\(questions)")
    let isShown = await eventually(within: .seconds(20)) {
      let lines = (workspace.text("CONFLICTS.md") ?? "").split(separator: "\n")
      return lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }.sorted() == paths
    }
    #expect(isShown, "\(paths): \(workspace.text("CONFLICTS.md") ?? "no page")")
  }

  @Test func `a save that stands is a question across a restart until it is accepted`()
    async throws
  {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", StaleCell.base)
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "other line", "--new", "other line, AGENT").mustSucceed()
      try await workspace.shell("cat a.md > $TMPDIR/read")
      try workspace.save("a.md", StaleCell.base + "MINE\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      try await workspace.stet("start").mustSucceed()
      let question = try #require(try await workspace.questions().first)
      #expect(question.kind == "stale-save" && question.answers.map(\.word) == ["merge", "accept"])
      try await workspace.stet("questions", "answer", question.id, "accept").mustSucceed()
      #expect(try await workspace.questions().isEmpty)
      #expect(workspace.text("a.md") == StaleCell.base + "MINE\n")
      #expect(try await workspace.stet("reapply", "a.md").status == 1)
    }
  }

  @Test func `an answer that is refused while the branch is in question can be given again`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", StaleCell.base)
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "other line", "--new", "other line, AGENT").mustSucceed()
      try await workspace.shell("cat a.md > $TMPDIR/read")
      try workspace.save("a.md", StaleCell.base + "MINE\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      try await workspace.shell("rm .git/refs/heads/main")
      try await workspace.stet("start").mustSucceed()
      let questions = try await workspace.questions()
      let save = try #require(questions.first { $0.kind == "stale-save" })
      let branch = try #require(questions.first { $0.kind == "branch-moved-back" })
      #expect(try await workspace.stet("questions", "answer", save.id, "merge").status == 3)
      let text = try await workspace.stet("questions").output
      #expect(text.contains("stet reapply a.md") && !text.contains("is being carried out"), "\(text)")
      try await workspace.stet("questions", "answer", branch.id, "put-back").mustSucceed()
      try await workspace.stet("questions", "answer", save.id, "merge").mustSucceed()
      #expect(try await workspace.questions().isEmpty)
      #expect(workspace.text("a.md")?.contains("AGENT") == true && workspace.text("a.md")?.contains("MINE") == true)
    }
  }
}
