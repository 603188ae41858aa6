import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `While an agent's own tools run` {
  private static let agent = WriteOrigin(author: .agent(name: "Claude Code", session: "s1"), tool: "Edit")

  private static func evidence(
    _ editor: EditorTrace = .closed, onDisk: String? = nil, recorded: String? = nil, isRunning: Bool = false
  ) -> ChangeEvidence {
    ChangeEvidence(
      editor: { editor }, texts: { (onDisk.map { Array($0.utf8) }, recorded.map { Array($0.utf8) }) },
      isRunning: { _ in isRunning })
  }

  private func bracket(
    _ id: String, _ paths: [String] = [], isCommand: Bool = false, session: String = "s1", end: Int64 = 100
  ) throws -> Bracket {
    Bracket(
      id: id, origin: WriteOrigin(author: .agent(name: "Claude Code", session: session), tool: "Edit"),
      session: session, paths: Set(try paths.map { try WorkspacePath($0) }), isCommand: isCommand, end: end)
  }

  @Test(
    arguments: [
      ("named.md", false, 50, "agent s1"), ("named.md", true, 50, "agent s1"), ("other.md", false, 50, "unsure s2"),
      ("other.md", true, 50, "user"), ("other.md", false, 100, "user"), ("named.md", false, 100, "user"),
    ] as [(String, Bool, Int64, String)])
  func `a change is whose the rules say`(path: String, isOpen: Bool, now: Int64, whose: String) throws {
    var brackets = Brackets()
    brackets.begin(try bracket("1", ["named.md"]))
    brackets.begin(try bracket("2", isCommand: true, session: "s2"))
    let author = brackets.origin(of: try WorkspacePath(path), at: now, by: Self.evidence(isOpen ? .open : .closed))
      .author
    switch author {
    case .agent(_, let session): #expect(whose == "agent \(session ?? "")")
    case .unsure(let session): #expect(whose == "unsure \(session)")
    default: #expect(whose == author.kind)
    }
  }

  @Test(
    arguments: [(.saved, "user"), (.open, "agent"), (.untouched, "agent"), (.closed, "agent")]
      as [(EditorTrace, String)])
  func `while a tool without texts is open its file is the person's if an editor saved it`(
    editor: EditorTrace, whose: String
  ) throws {
    let path = try WorkspacePath("a.ipynb")
    var brackets = Brackets()
    brackets.begin(try bracket("1", ["a.ipynb"]))
    #expect(brackets.origin(of: path, at: 0, by: Self.evidence(editor)).author.kind == whose)
    #expect(brackets.origin(of: path, at: 0, by: Self.evidence()).author.kind == "agent", "the tool's own write")
    #expect(brackets.origin(of: path, at: 0, by: Self.evidence(editor)).author.kind == whose, "after its first write")
    brackets.begin(try bracket("2", isCommand: true))
    #expect(brackets.origin(of: path, at: 0, by: Self.evidence(editor)).author.kind == whose, "beside a command")
  }

  @Test(
    arguments: [
      (.closed, "make", "unsure"), (.open, "make", "user"), (.open, "sed -i s/a/b/ a.md", "unsure"),
      (.saved, "sed -i s/a/b/ a.md", "user"), (.untouched, "make", "unsure"),
    ] as [(EditorTrace, String, String)])
  func `while a command runs an editor's save is the person's`(editor: EditorTrace, command: String, whose: String)
    throws
  {
    var brackets = Brackets()
    var bracket = try bracket("1", isCommand: true)
    bracket.command = command
    brackets.begin(bracket)
    let author = brackets.origin(of: try WorkspacePath("F/a.md"), at: 0, by: Self.evidence(editor)).author
    #expect(author.kind == whose)
  }

  /// Another program at work beside the run of a headless agent.
  enum Beside: Sendable, CaseIterable {
    case nothing, ownCommand, ownTool, otherCommand, otherRun, leftByOther, deadRunner
  }

  @Test(
    arguments: [
      (.closed, .nothing, "agent"), (.untouched, .nothing, "agent"), (.saved, .nothing, "user"),
      (.open, .nothing, "unsure"), (.closed, .ownCommand, "agent"), (.closed, .ownTool, "unsure"),
      (.closed, .otherCommand, "unsure"), (.closed, .otherRun, "unsure"), (.closed, .leftByOther, "unsure"),
      (.closed, .deadRunner, "unsure"), (.saved, .otherRun, "user"), (.saved, .deadRunner, "user"),
    ] as [(EditorTrace, Beside, String)])
  func `a change during an agent's run is the agent's if nobody else can have made it`(
    editor: EditorTrace, beside: Beside, whose: String
  ) throws {
    let runner = LeftProgram(session: "r", process: 7, began: 1)
    func run(_ session: String) throws -> Bracket {
      var run = try bracket("run", isCommand: true, session: session)
      run.runner = runner
      return run
    }
    var brackets = Brackets()
    brackets.begin(try run("r"))
    switch beside {
    case .nothing, .deadRunner: break
    case .ownCommand: brackets.begin(try bracket("1", isCommand: true, session: "r"))
    case .ownTool:
      var tool = try bracket("1", ["a.md"], session: "r")
      tool.text = ToolText(put: ["x\n"], isWhole: true)
      brackets.begin(tool)
    case .otherCommand: brackets.begin(try bracket("1", isCommand: true, session: "s2"))
    case .otherRun: brackets.begin(try run("s2"))
    case .leftByOther:
      brackets.begin(try bracket("1", isCommand: true, session: "s2"))
      brackets.end(.one("1", session: "s2"), at: 0)
      brackets.note(left: [LeftProgram(session: "s2", process: 9, began: 1)], of: "s2")
    }
    var evidence = Self.evidence(editor, onDisk: "text\n", recorded: "")
    evidence.isRunning = { beside != .deadRunner || $0 != runner }
    evidence.earlier = { .agent }
    #expect(brackets.origin(of: try WorkspacePath("a.md"), at: 0, by: evidence).author.kind == whose)
  }

  /// The tools of a headless agent, as its hooks report them.
  enum Reported: Sendable, CaseIterable {
    /// No hook reports.
    case nothing
    case noTool, tool, command, doubtfulCommand, doubtfulRun, unrecordedCommand
    case endedTool, endedOtherTool, endedCommand, endedLong, left, otherCommand
  }

  @Test(
    arguments: [
      // Both may have changed the person's file.
      (.nothing, ["agent", "agent", "unsure"]), (.command, ["agent", "agent", "unsure"]),
      // An agent whose hooks report writes nothing without a tool, or before the tool has written.
      (.noTool, ["user", "user", "user"]), (.tool, ["user", "user", "user"]),
      (.endedOtherTool, ["user", "user", "user"]), (.endedLong, ["user", "user", "user"]),
      // Saves from before the command, or its changes, could not be recorded.
      (.doubtfulCommand, ["unsure", "unsure", "unsure"]), (.doubtfulRun, ["unsure", "unsure", "unsure"]),
      (.unrecordedCommand, ["unsure", "unsure", "unsure"]),
      // A tool that has just ended, or somebody else, may have written it.
      (.endedTool, ["unsure", "unsure", "unsure"]), (.endedCommand, ["unsure", "unsure", "unsure"]),
      (.left, ["unsure", "unsure", "unsure"]), (.otherCommand, ["unsure", "unsure", "unsure"]),
    ] as [(Reported, [String])])
  func `during an agent's run a change without evidence is not the agent's`(reported: Reported, whose: [String]) throws
  {
    let now = 10 * Brackets.formatting
    func brackets() throws -> Brackets {
      var run = try bracket("run", isCommand: true, session: "r", end: .max)
      run.runner = LeftProgram(session: "r", process: 7, began: 1)
      var brackets = Brackets()
      brackets.begin(run)
      func end(_ bracket: Bracket, at time: Int64) {
        brackets.begin(bracket)
        brackets.end(.one(bracket.id, session: bracket.session), at: time)
      }
      let command = try bracket("1", isCommand: true, session: "r", end: .max)
      var tool = try bracket("1", ["a.md"], session: "r", end: .max)
      tool.text = ToolText(put: ["x\n"], isWhole: true)
      if reported != .nothing { #expect(brackets.noteHook(of: "r") && !brackets.noteHook(of: "r")) }
      switch reported {
      case .nothing, .noTool: break
      case .tool: brackets.begin(tool)
      case .command: brackets.begin(command)
      case .doubtfulCommand:
        var doubtful = command
        doubtful.doubt = .earlierSaves(0)
        brackets.begin(doubtful)
      case .doubtfulRun:
        run.doubt = .earlierSaves(0)
        brackets.begin(run)
      case .unrecordedCommand:
        brackets.begin(command)
        brackets.doubt(.one("1", session: "r"), at: now)
      case .endedTool: end(tool, at: now - 1)
      case .endedOtherTool: end(try bracket("1", ["b.md"], session: "r", end: .max), at: now - 1)
      case .endedCommand: end(command, at: now - 1)
      case .endedLong: end(command, at: now - Brackets.formatting)
      case .left:
        end(command, at: 0)
        brackets.note(left: [LeftProgram(session: "r", process: 9, began: 1)], of: "r")
      case .otherCommand: brackets.begin(try bracket("1", isCommand: true, session: "s2", end: .max))
      }
      return brackets
    }
    let path = try WorkspacePath("a.md")
    for (earlier, whose) in zip(EarlierAuthor.allCases, whose) {
      var (one, other) = (try brackets(), try brackets())
      var evidence = Self.evidence(onDisk: "text\n", recorded: "", isRunning: true)
      evidence.earlier = { earlier }
      #expect(one.origin(of: path, at: now, by: evidence).author.kind == whose, "\(earlier)")
      evidence.editor = { .saved }
      #expect(other.origin(of: path, at: now, by: evidence).author == .user)
    }
  }

  @Test func `a run that is renewed still has hooks, and another one has not yet`() throws {
    var run = try bracket("run", isCommand: true)
    run.runner = LeftProgram(session: "s1", process: 7, began: 1)
    var brackets = Brackets()
    brackets.begin(run)
    #expect(!brackets.noteHook(of: "s2") && brackets.noteHook(of: "s1"))
    brackets.begin(run)
    #expect(brackets.open.map(\.isHooked) == [true])
    run.runner = LeftProgram(session: "s1", process: 8, began: 2)
    brackets.begin(run)
    #expect(brackets.open.map(\.isHooked) == [false])
  }

  @Test func `during a run without hooks a change of the person's file, a copy and a rename of it are unsure`() throws {
    let desk = try Desk()
    try desk.save("mine.md", "person\n")
    try desk.save("moved.md", "moved\n")
    try desk.record("mine.md", "moved.md")
    let recorder = try desk.running()
    var run = try bracket("run", isCommand: true, end: desk.time.now().monotonic + 1_000_000_000_000)
    run.runner = LeftProgram(session: "s1", process: 7, began: 1)
    recorder.authors.brackets.begin(run)
    recorder.authors.isRunning = { _ in true }
    func whose() throws -> String {
      let commit = try #require(try desk.log().first)
      return CommitMessage(parsing: commit.message).author?.kind ?? "none"
    }
    for (name, text, expected) in [
      ("new.md", "agent\n", "agent"), ("new.md", "agent again\n", "agent"), ("mine.md", "person, agent\n", "unsure"),
      ("mine.md", "person, person\n", "unsure"), ("copy.md", "moved\n", "unsure"), ("empty.md", "", "unsure"),
      ("empty.md", "typed\n", "unsure"),
    ] {
      try desk.save(name, text)
      try desk.record(name)
      #expect(try whose() == expected, "\(name): \(text)")
    }
    try desk.tree.move(FileLocation(WorkspacePath("moved.md")), toNew: FileLocation(WorkspacePath("other.md")))
    try desk.save("other.md", "moved and changed\n")
    let old = Observation(
      path: try WorkspacePath("moved.md"), believesDeletion: true, renamedTo: try WorkspacePath("other.md"))
    _ = try recorder.record([old, Observation(path: WorkspacePath("other.md"))])
    #expect(try whose() == "unsure")
  }

  @Test func `a file that was being written when an agent's run began is unsure, and all are once the agent has ended`()
    throws
  {
    let runner = LeftProgram(session: "s1", process: 7, began: 1)
    var run = try bracket("run", isCommand: true)
    (run.runner, run.unfinished) = (runner, [try WorkspacePath("copied.md")])
    var brackets = Brackets()
    brackets.begin(run)
    func whose(_ name: String, _ editor: EditorTrace = .closed) throws -> String {
      var evidence = Self.evidence(editor, isRunning: true)
      evidence.earlier = { .nobody }
      return brackets.origin(of: try WorkspacePath(name), at: 0, by: evidence).author.kind
    }
    #expect(try whose("copied.md") == "unsure" && whose("a.md") == "agent")
    #expect(try whose("copied.md", .saved) == "user" && whose("copied.md", .open) == "user")
    brackets.doubt(.all(session: "s2", withRun: true), at: 0)
    #expect(try whose("a.md") == "agent")
    brackets.doubt(.all(session: "s1", withRun: true), at: 0)
    #expect(try whose("a.md") == "unsure" && whose("a.md", .saved) == "user")
  }

  @Test func `a tool whose changes were not recorded at its end ends with the next recording of all files`() throws {
    var run = try bracket("run", isCommand: true, session: "s2")
    run.runner = LeftProgram(session: "s2", process: 7, began: 1)
    var brackets = Brackets()
    for bracket in [
      run, try bracket("1", isCommand: true), try bracket("2", isCommand: true), try bracket("3", session: "s2"),
    ] { brackets.begin(bracket) }
    brackets.doubt(.one("1", session: "s1"), at: 10)
    brackets.doubt(.all(session: "s2", withRun: false), at: 20)
    #expect(!brackets.endDoubt(before: 10, at: 30) && brackets.open.count == 4, "the recording began before")
    #expect(brackets.endDoubt(before: 11, at: 30) && brackets.open.map(\.id) == ["run", "2", "3"])
    #expect(brackets.endDoubt(before: 30, at: 30) && brackets.open.map(\.id) == ["run", "2"])
    brackets.doubt(.all(session: "s2", withRun: true), at: 40)
    #expect(brackets.endDoubt(before: 50, at: 50) && brackets.open.map(\.id) == ["2"])
  }

  @Test func `the doubt about a run ends with a recording that began after it, the doubt about a tool with the tool`()
    throws
  {
    var (run, tool) = (try bracket("run", isCommand: true, session: "r"), try bracket("1", isCommand: true))
    (run.runner, run.doubt) = (LeftProgram(session: "r", process: 7, began: 1), .earlierSaves(10))
    tool.doubt = .earlierSaves(10)
    var brackets = Brackets()
    brackets.begin(tool)
    #expect(!brackets.awaitsRecording(at: 10))
    brackets.begin(run)
    #expect(brackets.awaitsRecording(at: 10) && !brackets.awaitsRecording(at: run.end))
    #expect(!brackets.endDoubt(before: 10, at: 20) && brackets.endDoubt(before: 11, at: 20))
    #expect(brackets.open.map(\.doubt) == [.earlierSaves(10), .none] && !brackets.awaitsRecording(at: 20))
  }

  @Test func `a file that was open when a run began stays somebody else's only where its saves were recorded`() throws {
    let (old, new) = (try WorkspacePath("old.md"), try WorkspacePath("new.md"))
    var sure = try bracket("run", isCommand: true)
    (sure.runner, sure.unfinished) = (LeftProgram(session: "s1", process: 7, began: 1), [old])
    var doubtful = sure
    (doubtful.doubt, doubtful.unfinished) = (.earlierSaves(0), [])
    var later = sure
    later.unfinished = [old, new]
    func unfinished(_ reports: Bracket...) -> Set<WorkspacePath>? {
      var brackets = Brackets()
      reports.forEach { brackets.begin($0) }
      return brackets.open.first?.unfinished
    }
    #expect(unfinished(sure, later) == [old], "the run itself may write what was not open before")
    #expect(unfinished(sure, doubtful) == [old])
    #expect(unfinished(doubtful, later) == [old, new] && unfinished(sure, doubtful, later) == [old, new])
  }

  @Test func `what changes in a file of a tool without texts is unsure after its end until all files are recorded`()
    throws
  {
    var brackets = Brackets()
    brackets.begin(try bracket("1", ["a.md"]))
    func whose(_ editor: EditorTrace = .closed) throws -> String {
      brackets.origin(of: try WorkspacePath("a.md"), at: 0, by: Self.evidence(editor)).author.kind
    }
    #expect(try whose() == "agent")
    brackets.doubt(.one("1", session: "s1"), at: 10)
    #expect(try whose() == "unsure" && whose(.saved) == "user")
    #expect(brackets.endDoubt(before: 11, at: 11) && brackets.open.isEmpty)
    #expect(try whose(.saved) == "user")
  }

  @Test func `an agent's hooks end its tools and not its run`() throws {
    var brackets = Brackets()
    var run = try bracket("run", isCommand: true)
    run.runner = LeftProgram(session: "s1", process: 7, began: 1)
    brackets.begin(run)
    brackets.begin(try bracket("1", isCommand: true))
    brackets.end(.all(session: "s1", withRun: false), at: 0)
    #expect(brackets.open.map(\.id) == ["run"])
    brackets.end(.all(session: "s1", withRun: true), at: 0)
    #expect(brackets.open.isEmpty && brackets.lastCommand == 0)
  }

  @Test(
    arguments: [
      // The tool's text, as it is or reformatted.
      ("one\n2\n", .tool), ("one\r\n2\r\n", .tool), ("  one\n- 2\n", .tool),
      // Nothing of it yet: the person is asked.
      ("one\ntwo\nfour\n", .notYet), ("one\n\ntwo\n", .notYet), ("", .unknown), ("one\n2\nthree\n", .unknown),
      ("one\ntwo\n2\n", .unknown),
    ] as [(String, ToolText.Finding)])
  func `a text is the tool's where it is what the tool makes of the last version`(
    onDisk: String, finding: ToolText.Finding
  ) {
    let whole = ToolText(put: ["one\n2\n"], isWhole: true)
    let edit = ToolText(put: ["2"], taken: ["two"])
    let several = ToolText(put: ["three", "2"], taken: ["two", "three"])
    for text in [whole, edit, several] {
      let found = text.finding(Array(onDisk.utf8), over: Array("one\ntwo\n".utf8), hasWritten: false)
      // Only a whole text shows that nothing of it is in an empty file.
      #expect(found == finding || text == whole && onDisk.isEmpty, "\(text)")
    }
  }

  @Test func `a text that the tool puts in and that stood there before says nothing`() {
    let edit = ToolText(put: ["2"], taken: ["two"])
    let recorded = Array("2\ntwo\n".utf8)
    #expect(edit.finding(Array("2\ntwo\n3\n".utf8), over: recorded, hasWritten: false) == .notYet)
    #expect(edit.finding(Array("2\n2\n".utf8), over: recorded, hasWritten: false) == .tool)
    let all = ToolText(put: ["b"], taken: ["a"], isEverywhere: true)
    #expect(all.finding(Array("b b\n".utf8), over: Array("a a\n".utf8), hasWritten: false) == .tool)
    #expect(
      ToolText(put: ["b"], taken: ["a"]).finding(Array("b b\n".utf8), over: Array("a a\n".utf8), hasWritten: false)
        == .unknown)
  }

  @Test func `while the person is asked a save is theirs, and of a formatter's change nobody knows it`() throws {
    var brackets = Brackets()
    var bracket = try bracket("1", ["a.md"])
    bracket.text = ToolText(put: ["* x\n"], isWhole: true)
    brackets.begin(bracket)
    let path = try WorkspacePath("a.md")
    func whose(_ onDisk: String, over recorded: String, at now: Int64 = 0) -> String {
      brackets.origin(of: path, at: now, by: Self.evidence(onDisk: onDisk, recorded: recorded)).author.kind
    }
    #expect(whose("one\ntwo\n", over: "one\n") == "user")
    #expect(whose("* x\n", over: "one\ntwo\n") == "agent")
    #expect(whose("- x\n", over: "* x\n") == "agent", "a formatter before the hook")
    #expect(whose("- x\ny\n", over: "- x\n") == "unsure")
    brackets.end(.one("1", session: "s1"), at: 50)
    #expect(!brackets.isEmpty && whose("-  x\n", over: "- x\n", at: 51) == "unsure", "a formatter behind the hook")
    #expect(whose("- x\ny\n", over: "- x\n", at: 51) == "user")
    brackets.forget(at: 50 + Brackets.formatting)
    #expect(brackets.isEmpty && whose("-  x\n", over: "- x\n", at: 51 + Brackets.formatting) == "user")
  }

  @Test func `while a program runs that a command left, what changes is unsure, but for an editor's save`() throws {
    var brackets = Brackets()
    brackets.begin(try bracket("1", isCommand: true))
    brackets.end(.one("1", session: "s1"), at: 50)
    brackets.note(left: [LeftProgram(session: "s1", process: 7, began: 1)], of: "s1")
    let path = try WorkspacePath("a.md")
    func whose(_ editor: EditorTrace, isRunning: Bool, at now: Int64 = 60) -> String {
      brackets.origin(of: path, at: now, by: Self.evidence(editor, isRunning: isRunning)).author.kind
    }
    #expect(
      !brackets.isEmpty && whose(.closed, isRunning: true) == "unsure" && whose(.saved, isRunning: true) == "user")
    #expect(whose(.closed, isRunning: true, at: 51 + Brackets.aftermath) == "user")
    #expect(whose(.closed, isRunning: false) == "user" && brackets.isEmpty)
  }

  @Test func `a deletion of an open document that is recorded after the tool that names it is unsure`() throws {
    let (named, unnamed) = (try WorkspacePath("F/open.md"), try WorkspacePath("F/other.md"))
    var command = try bracket("1", isCommand: true)
    command.command = "rm F/open.md"
    let patch = try bracket("1", ["F/open.md"])
    for (tool, isRecorded) in [(command, true), (command, false), (patch, true)] {
      var brackets = Brackets()
      brackets.begin(tool)
      if isRecorded {
        brackets.end(.one("1", session: "s1"), at: 50, awaiting: [named, unnamed])
      } else {
        brackets.doubt(.one("1", session: "s1"), at: 40)
        let hasEnded = brackets.endDoubt(before: 41, at: 50, awaiting: [named, unnamed])
        #expect(hasEnded)
      }
      func whose(_ path: WorkspacePath, onDisk: String? = nil, at now: Int64 = 49 + Brackets.attended) -> String {
        brackets.origin(of: path, at: now, by: Self.evidence(.open, onDisk: onDisk, recorded: "text\n")).author.kind
      }
      #expect(!brackets.isEmpty && whose(named) == "unsure" && whose(unnamed) == "user")
      #expect(whose(named, onDisk: "typed\n") == "user", "a save of the document")
      #expect(whose(named, at: 50 + Brackets.attended) == "user")
      brackets.forget(at: 50 + Brackets.attended)
      #expect(brackets.isEmpty)
    }
  }

  @Test func `a command's time is over a while after its end`() throws {
    let aftermath = Brackets.aftermath
    var brackets = Brackets()
    #expect(brackets.isQuiet(at: 0))
    brackets.begin(try bracket("1", ["named.md"]))
    #expect(brackets.isQuiet(at: 0), "a tool that names its files runs nothing")
    brackets.begin(try bracket("2", isCommand: true))
    #expect(!brackets.isQuiet(at: 0))
    brackets.end(.one("2", session: "s1"), at: 50)
    #expect(!brackets.isQuiet(at: 50) && !brackets.isQuiet(at: 50 + aftermath) && brackets.isQuiet(at: 51 + aftermath))
    brackets.begin(try bracket("3", isCommand: true, end: 60))
    brackets.forget(at: 70)
    #expect(!brackets.isQuiet(at: 70 + aftermath) && brackets.isQuiet(at: 71 + aftermath))
  }

  @Test func `one ends by its id, a session's by their session, all by their time`() throws {
    var brackets = Brackets()
    brackets.begin(try bracket("1", isCommand: true))
    brackets.begin(try bracket("1", isCommand: true, session: "s2"))
    brackets.end(.one("1", session: "s1"), at: 50)
    #expect(brackets.origin(of: try WorkspacePath("a"), at: 0, by: Self.evidence()).author == .unsure(during: "s2"))
    brackets.begin(try bracket("2", isCommand: true))
    brackets.end(.all(session: "s2", withRun: true), at: 50)
    #expect(brackets.origin(of: try WorkspacePath("a"), at: 0, by: Self.evidence()).author == .unsure(during: "s1"))
    brackets.forget(at: 100)
    #expect(brackets.isEmpty)
  }

  @Test func `what was seen at once is a commit for each whose it is`() throws {
    let desk = try Desk()
    try desk.save("named.md", "1\n")
    try desk.save("other.md", "1\n")
    try desk.save("mine.md", "1\n")
    let recorder = try desk.running()
    let end = desk.time.now().monotonic + 1_000_000_000_000
    recorder.authors.brackets.begin(try bracket("1", ["named.md"], end: end))
    recorder.authors.brackets.begin(try bracket("2", isCommand: true, end: end))
    recorder.authors.editorTrace = { $0.string == "mine.md" ? .open : .closed }
    try desk.record("named.md", "other.md", "mine.md")
    let log = try desk.log().reversed().map { CommitMessage(parsing: $0.message) }
    #expect(log.map(\.author) == [.user, Self.agent.author, .unsure(during: "s1")])
    #expect(log.map(\.tool) == [nil, "Edit", "Edit"])
  }

  @Test func `a write through the door finds what a tool just wrote as the tool's`() throws {
    let desk = try Desk()
    try desk.save("a.md", "1\n2\n3\n")
    try desk.record("a.md")
    let recorder = try desk.running()
    recorder.authors.brackets.begin(
      try bracket("1", ["a.md"], end: desk.time.now().monotonic + 1_000_000_000_000))
    try desk.save("a.md", "one\n2\n3\n")
    try desk.write("a.md", .appending("4\n")).result()
    let log = try desk.log().reversed().map { CommitMessage(parsing: $0.message).author }
    #expect(log == [.user, Self.agent.author, .robot])
  }

  @Test func `a named file without the tool's text is not what the tool wrote`() throws {
    let desk = try Desk()
    let recorder = try desk.running()
    let end = desk.time.now().monotonic + 1_000_000_000_000
    var bracket = try bracket("1", ["a.md", "b.md", "c.md"], end: end)
    bracket.text.put = ["put in"]
    recorder.authors.brackets.begin(bracket)
    recorder.authors.editorTrace = { $0.string == "c.md" ? .open : .closed }
    try desk.save("a.md", "what is put in\n")
    try desk.save("b.md", "saved while it waited\n")
    try desk.save("c.md", "saved in an editor\n")
    try desk.record("a.md", "b.md", "c.md")
    let log = try desk.log().reversed().map { CommitMessage(parsing: $0.message).author }
    #expect(log == [.user, Self.agent.author, .unsure(during: "s1")])
  }

  @Test func `a rename that was seen makes nobody else the author`() throws {
    let desk = try Desk()
    try desk.save("a.md", "1\n")
    try desk.record("a.md")
    let recorder = try desk.running()
    recorder.authors.brackets.begin(
      try bracket("1", isCommand: true, end: desk.time.now().monotonic + 1_000_000_000_000))
    try desk.tree.move(FileLocation(WorkspacePath("a.md")), toNew: FileLocation(WorkspacePath("b.md")))
    var origin = WriteOrigin.person
    origin.renamed = [PathRename(from: "a.md", to: "b.md")]
    _ = try recorder.record(
      [Observation(path: WorkspacePath("a.md"), believesDeletion: true), Observation(path: WorkspacePath("b.md"))],
      origin: origin)
    let message = CommitMessage(parsing: try desk.log()[0].message)
    #expect(message.author == .unsure(during: "s1") && message.renamed == origin.renamed)
  }
}
