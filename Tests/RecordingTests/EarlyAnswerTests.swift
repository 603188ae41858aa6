import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `A write is answered before its objects are stored` {
  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.save("a", "1\n2\n3\n")
    try desk.scan()
    return desk
  }

  private func write(_ text: String) throws -> [Write] {
    [Write(path: try WorkspacePath("a"), action: .text(text), origin: WriteOrigin(author: .robot))]
  }

  @Test func `its file stands, its commit can be read by the recorder, and nothing of it is in the store yet`() throws {
    let desk = try desk()
    let recorder = try desk.running()
    let before = recorder.tip
    var answers = 0
    recorder.perform(try write("A\n")) { outcomes in
      answers += 1
      guard case .done(let result) = outcomes.first, let commit = result.commit else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(recorder.tip == commit && before != commit)
      let author = try? recorder.objects.commit(commit).author.name
      #expect(author == "Robot")
      let news = try? recorder.tips.news(since: before ?? commit, to: commit, limit: 9) { _ in false }
      #expect(news?.paths.count == 1)
      let (text, stored) = (try? desk.text("a"), try? desk.store.reference(StetReference.tip))
      #expect(text == "A\n" && stored == before)
      #expect(!desk.store.contains(commit))
    }
    #expect(answers == 1)
    let tip = try #require(recorder.tip)
    #expect(try desk.store.commit(tip).parents == [before].compactMap(\.self))
    #expect(try desk.store.reference(StetReference.tip) == tip)
  }

  @Test func `what a power cut takes behind the answer comes back as the commit that was named`() throws {
    for seed in 0..<8 as Range<UInt64> {
      let desk = try desk()
      try desk.running().log.checkpoint()
      var commit: ObjectID?
      try desk.running().perform(try write("A\n")) { outcomes in
        if case .done(let result) = outcomes.first { commit = result.commit }
        desk.powerCut()()
      }
      var generator = SeededGenerator(seed: seed)
      desk.crash(using: &generator)
      try desk.open()
      let told = try #require(commit)
      #expect(try desk.running().tip == told, "seed \(seed)")
      #expect(try desk.recorded("a") == "A\n", "seed \(seed)")
    }
  }

  @Test func `what the repository refuses behind the answer stops recording, and is the same commit once it is mended`()
    throws
  {
    let desk = try desk()
    let recorder = try desk.running()
    let before = recorder.tip
    var commit: ObjectID?
    recorder.perform(try write("A\n")) { outcomes in
      if case .done(let result) = outcomes.first { commit = result.commit }
      desk.store.isFull = true
    }
    #expect(commit != nil && recorder.state != .recording)
    #expect(recorder.tip == before)
    guard case .refused(.readOnly) = try desk.write("b", .text("B\n")) else {
      Issue.record("not read-only")
      return
    }
    desk.store.isFull = false
    #expect(recorder.mend())
    #expect(recorder.tip == commit)
    #expect(try desk.recorded("a") == "A\n")
    try desk.write("b", .text("B\n")).result()
  }

  @Test func `a turn that follows within the answer's turn finds the first one stored`() throws {
    let desk = try desk()
    let place = FileLocation(try WorkspacePath("a"))
    let saves = Counter()
    desk.observe { [tree = desk.tree] operation, _ in
      guard operation == .exchange, saves.add() == 1 else { return }
      try? tree.save(place, bytes: Array("person\n2\n3\n".utf8))
    }
    var told: ObjectID?
    try desk.running().perform(try write("1\n2\nrobot\n")) { outcomes in
      if case .done(let result) = outcomes.first { told = result.commit }
    }
    // The person's save was displaced and merged: a commit on top of the reported one.
    #expect(try desk.text("a") == "person\n2\nrobot\n")
    let log = try desk.log()
    #expect(try [#require(told)] == log[0].parents)
    #expect(log.map(\.author.name).prefix(2) == ["Ann", "Robot"])
  }

  @Test func `what is in the file and the journal is done, also where the repository refuses behind it`()
    throws
  {
    let desk = try desk()
    let place = FileLocation(try WorkspacePath("a"))
    let saves = Counter()
    desk.observe { [tree = desk.tree, store = desk.store] operation, _ in
      guard operation == .exchange, saves.add() == 1 else { return }
      try? tree.save(place, bytes: Array("person\n2\n3\n".utf8))
      store.isFull = true
    }
    let outcomes = try desk.running().perform(try write("1\n2\nrobot\n"))
    guard case .done = outcomes[0] else {
      Issue.record("\(outcomes)")
      return
    }
    desk.calm()
    desk.store.isFull = false
    #expect(try desk.running().mend())
    try desk.scan()
    #expect(try desk.recorded("a") == "person\n2\nrobot\n")
  }

  @Test func `of two references the second may be refused, and that is mended without a restart`() throws {
    let desk = try Desk(rules: RecordingRules(isIgnored: { path, _ in path.string == "kept-out" }))
    try desk.save("a", "1\n")
    try desk.scan()
    try desk.save("kept-out", "person\n")
    desk.store.refusesMoves(of: StetReference.tip)
    let path = try WorkspacePath("kept-out")
    let write = Write(path: path, action: .text("robot\n"), origin: WriteOrigin(author: .robot))
    let other = Write(path: try WorkspacePath("a"), action: .text("2\n"), origin: WriteOrigin(author: .robot))
    let outcomes = try desk.running().perform([write, other])
    #expect(outcomes.allSatisfy { if case .done = $0 { true } else { false } }, "\(outcomes)")
    #expect(try desk.store.reference(StetReference.held) == desk.running().tips.heldTip)
    desk.store.refusesMoves(of: nil)
    #expect(try desk.running().mend())
    #expect(try desk.store.reference(StetReference.tip) == desk.running().tip)
    #expect(try desk.recorded("a") == "2\n")
  }

  @Test func `an append that the object store refuses is done once, and its commit comes when there is room`() throws {
    let desk = try desk()
    let before = try #require(try desk.text("a"))
    desk.store.isFull = true
    guard case .done(let result) = try desk.write("a", .appending("more\n")) else {
      Issue.record("not done")
      return
    }
    #expect(try desk.text("a") == before + "more\n")
    // The recorder refuses a second try and appends nothing twice.
    guard case .refused(.readOnly) = try desk.write("a", .appending("more\n")) else {
      Issue.record("not read-only")
      return
    }
    desk.store.isFull = false
    #expect(try desk.running().mend())
    #expect(try desk.text("a") == before + "more\n" && desk.recorded("a") == before + "more\n")
    #expect(try desk.running().tip == result.commit)
  }
}
