import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `An adoption in turns` {
  private static let one = TurnLimit(files: 1)

  /// A desk with files `f0`…, each of which has three lines; an adoption of new first lines was begun with no file yet.
  private func desk(_ count: Int = 6, placing limit: TurnLimit = TurnLimit(files: 0)) throws -> Desk {
    let desk = try Desk()
    for index in 0..<count { try desk.save("f\(index)", "old\(index)\n2\n3\n", durable: true) }
    try desk.scan()
    try begin(desk, count, placing: limit)
    return desk
  }

  private func begin(_ desk: Desk, _ count: Int, placing limit: TurnLimit) throws {
    var files: [String: String] = [:]
    for index in 0..<count { files["f\(index)"] = "new\(index)\n2\n3\n" }
    let target = try desk.remoteCommit(files)
    #expect(try desk.running().adopt(target, expecting: desk.running().tip, within: limit) == .adopted)
  }

  /// Brings the rest, one file a turn; answers how many turns that took.
  @discardableResult
  private func finish(_ desk: Desk) throws -> Int {
    var turns = 0
    while try desk.running().isAdopting, turns < 100 {
      try desk.running().continueAdoption(within: Self.one)
      desk.wait(milliseconds: 100)
      turns += 1
    }
    return turns
  }

  private func isAtRest(_ desk: Desk) throws -> Bool {
    try desk.scan().commits.isEmpty && desk.diskTexts().map { "\($0)" } == desk.tipTexts().map { "\($0)" }
  }

  @Test func `each turn brings no more files than its limit`() throws {
    let desk = try desk(6)
    #expect(try desk.text("f0") == "old0\n2\n3\n" && desk.running().log.filesToPlace == 6)
    try desk.running().continueAdoption(within: TurnLimit(files: 2))
    #expect(try desk.text("f1") == "new1\n2\n3\n" && desk.text("f2") == "old2\n2\n3\n")
    #expect(try finish(desk) == 4)
    #expect(try isAtRest(desk))
  }

  @Test func `a turn looks once at each folder for where others begin`() throws {
    let desk = try Desk()
    var files: [String: String] = [:]
    for index in 0..<40 { files["a/b/f\(index)"] = "new\(index)\n" }
    let looks = Counter()
    desk.observe { operation, location in
      if operation == .stamp, location.string.hasSuffix("b/.git") { looks.add() }
    }
    let target = try desk.remoteCommit(files)
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    #expect(try desk.text("a/b/f39") == "new39\n")
    #expect(looks.value < 5)
  }

  @Test func `a turn ends with the file during which its time is over`() throws {
    let desk = try desk(6)
    desk.observe { [time = desk.time] operation, _ in if operation == .exchange { time.advance(nanoseconds: 20) } }
    try desk.running().continueAdoption(within: TurnLimit(nanoseconds: 30))
    #expect(try desk.running().log.filesToPlace == 4)
  }

  @Test(arguments: [(isWaitedFor: false, left: 2), (true, 4)])
  func `a turn ends sooner while somebody waits`(isWaitedFor: Bool, left: Int) throws {
    let desk = try desk(6)
    desk.observe { [time = desk.time] operation, _ in if operation == .exchange { time.advance(nanoseconds: 20) } }
    try desk.running().log.isWaitedFor = { isWaitedFor }
    try desk.running().continueAdoption(within: TurnLimit(nanoseconds: 70, whenWaitedFor: 30))
    #expect(try desk.running().log.filesToPlace == left)
  }

  @Test func `a stop takes displaced files away for a while, and the next start goes on with the rest`() throws {
    let desk = try desk(6)
    try finish(desk)
    #expect(try desk.running().displaced.count == 6)
    desk.observe { [time = desk.time] operation, _ in
      if operation == .remove { time.advance(nanoseconds: 100_000_000) }
    }
    try desk.running().log.close()
    #expect(try desk.running().displaced.count == 3)
    desk.calm()
    try desk.open()
    try desk.running().log.checkpoint()
    #expect(try desk.running().displaced.isEmpty && isAtRest(desk))
  }

  @Test func `what stands as it is recorded is sifted out, what differs or cannot be told is not`() throws {
    let desk = try desk(3, placing: .none)
    try desk.save("f1", "mine\n")
    try desk.save("fresh", "mine\n")
    try desk.tree.remove(FileLocation(WorkspacePath("f2")))
    let seen = try ["f0", "f1", "f2", "fresh"].map { Observation(path: try WorkspacePath($0)) }
    let sifted = try desk.running().sift(seen[...], within: .none)
    #expect(sifted.looked == 4 && sifted.differing.map(\.path.string) == ["f1", "f2", "fresh"])
    #expect(try desk.running().sift(seen[1...], within: TurnLimit(files: 2)).looked == 2)
  }

  @Test func `a file that is on its way is nobody's change`() throws {
    let desk = try desk()
    let tip = try desk.running().tip
    try desk.running().continueAdoption(within: Self.one)
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.record("f0", "f1", "f5").commits.isEmpty)
    #expect(try desk.running().tip == tip)
    try finish(desk)
    #expect(try isAtRest(desk) && desk.running().tip == tip)
  }

  @Test func `what was saved between two turns is merged on top in the person's name`() throws {
    let desk = try desk()
    try desk.running().continueAdoption(within: Self.one)
    try desk.save("f0", "new0\n2\nmine\n")
    try desk.save("f4", "old4\n2\nmine\n")
    try desk.save("other", "mine\n")
    try desk.record("f0", "f4", "other")
    #expect(try desk.log().first?.author.name == "Ann")
    try finish(desk)
    #expect(try desk.recorded("f0") == "new0\n2\nmine\n")
    #expect(try desk.recorded("f4") == "new4\n2\nmine\n")
    #expect(try desk.recorded("other") == "mine\n")
    #expect(try isAtRest(desk))
    #expect(try desk.commitsOfThePerson(bringing: "new") == [])
  }

  @Test func `an agent's write between two turns is planned on what the tip has`() throws {
    let desk = try desk()
    let result = try desk.write("f4", .text("old4\n2\nr-end\n"), base: .version(desk.token("old4\n2\n3\n"))).result()
    #expect(result.isMerged)
    #expect(try desk.text("f4") == "new4\n2\nr-end\n" && desk.text("f3") == "old3\n2\n3\n")
    try desk.write("f5", .appending("r-more\n")).result()
    try desk.write("f3", .delete).result()
    try desk.write("f2", .move(to: WorkspacePath("moved"))).result()
    try finish(desk)
    #expect(try desk.text("f5") == "new5\n2\n3\nr-more\n" && desk.text("moved") == "new2\n2\n3\n")
    #expect(try desk.text("f3") == nil && desk.text("f2") == nil)
    #expect(try isAtRest(desk))
  }

  @Test func `a write brings the folders above and the files below its path first`() throws {
    let desk = try Desk()
    for (path, text) in ["x": "file\n", "y/inner": "inner\n", "y/other": "o\n"] { try desk.save(path, text) }
    try desk.scan()
    let target = try desk.remoteCommit(["x/inner": "now inside\n", "y": "now a file\n"])
    _ = try desk.running().adopt(target, expecting: desk.running().tip, within: TurnLimit(files: 0))
    try desk.write("x/inner", .appending("r-1\n")).result()
    try desk.write("y", .appending("r-2\n")).result()
    #expect(try desk.text("x/inner") == "now inside\nr-1\n" && desk.text("y") == "now a file\nr-2\n")
    try finish(desk)
    #expect(try isAtRest(desk))
  }

  @Test func `a name that is missing is waited for, and what its editor saves is merged`() throws {
    let desk = try desk()
    try desk.tree.remove(FileLocation(WorkspacePath("f1")))
    for _ in 0..<7 { try desk.running().continueAdoption(within: Self.one) }
    #expect(try desk.running().log.filesToPlace == 1 && desk.text("f1") == nil)
    try desk.save("f1", "old1\n2\nmine\n")
    desk.wait(milliseconds: 2_000)
    try finish(desk)
    #expect(try desk.text("f1") == "new1\n2\nmine\n")
    #expect(try isAtRest(desk))
  }

  @Test func `a name that stays away is brought again: nobody saw the new version go`() throws {
    let desk = try desk()
    try desk.tree.remove(FileLocation(WorkspacePath("f1")))
    try finish(desk)
    #expect(try desk.text("f1") == "new1\n2\n3\n")
    #expect(try isAtRest(desk))
  }

  @Test func `checkpoint, stop and start in the middle: the rest is brought, nothing is taken for a change`() throws {
    let desk = try desk()
    try desk.running().continueAdoption(within: Self.one)
    try desk.save("f4", "old4\n2\nmine\n", durable: true)
    try desk.running().log.checkpoint()
    try desk.write("f5", .appending("r-more\n")).result()
    try desk.running().log.close()
    try desk.open()
    #expect(try !desk.running().isAdopting)
    #expect(try desk.text("f3") == "new3\n2\n3\n" && desk.text("f4") == "new4\n2\nmine\n")
    #expect(try desk.text("f5") == "new5\n2\n3\nr-more\n")
    #expect(try isAtRest(desk))
  }

  @Test func `while nothing is recorded nothing is brought`() throws {
    let desk = try desk()
    try desk.running().log.pause("git is elsewhere")
    try desk.running().continueAdoption(within: .none)
    #expect(try desk.text("f0") == "old0\n2\n3\n" && desk.running().isAdopting)
    try desk.running().log.resume()
    try finish(desk)
    #expect(try isAtRest(desk))
  }

  @Test func `a second adoption brings the first to its end`() throws {
    let desk = try desk()
    let target = try desk.remoteCommit(["f0": "newer\n"])
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    #expect(try desk.diskTexts().map(\.path) == ["f0"] && !desk.running().isAdopting)
    #expect(try isAtRest(desk))
  }

  @Test(arguments: [false, true])
  func `a file that could not be placed is so after a restart, and is placed when it can be`(isClean: Bool) throws {
    let desk = try Desk()
    try desk.save("a", "old\n2\n3\n")
    try desk.scan()
    let full = FileError(code: .noSpace, operation: "create", path: "a", errno: 28, message: "full")
    let target = try desk.remoteCommit(["a": "new\n2\n3\n"])
    let tmp = { @Sendable (operation: FileOperation, place: FileLocation) -> FileError? in
      operation == .create && place.string.contains("/tmp/a") ? full : nil
    }
    desk.tree.onFault(tmp)
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    if isClean { try desk.running().log.close() }
    try desk.open()
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.text("a") == "old\n2\n3\n" && desk.recorded("a") == "new\n2\n3\n")
    #expect(try desk.running().disk.problems.keys.contains(NameKey("a")))
    desk.tree.onFault(nil)
    try desk.save("a", "old\n2\nmine\n")
    try desk.record("a")
    #expect(try desk.text("a") == "new\n2\nmine\n")
    #expect(try desk.running().disk.problems.isEmpty && isAtRest(desk))
  }

  /// A desk on which `a` cannot be placed: the tip has the target's version, and the disk the first one.
  private func blocked(_ first: String, _ targets: [String: String]...) throws -> Desk {
    let desk = try Desk()
    try desk.save("a", first, durable: true)
    try desk.save("z", "1\n2\n", durable: true)
    try desk.scan()
    desk.tree.onFault { Self.refusal(of: $0, $1) }
    for target in targets {
      let commit = try desk.remoteCommit(target.merging(["z": "1\n2\n"]) { $1 })
      #expect(try desk.running().adopt(commit, expecting: desk.running().tip) == .adopted)
    }
    #expect(try desk.text("a") == first)
    return desk
  }

  /// The disk refuses to replace `a`.
  private static func refusal(of operation: FileOperation, _ place: FileLocation) -> FileError? {
    guard [.copyAttributes, .move].contains(operation), place.string == "a" else { return nil }
    return FileError(code: .denied, operation: "replace", path: "a", errno: 13, message: "denied")
  }

  @Test(arguments: [false, true], [false, true])
  func `a file that got only lines and could not be placed prevents no start`(isClean: Bool, isSameBoot: Bool) throws {
    let desk = try blocked("one\n", ["a": "one\ntwo\n"])
    if isClean { try desk.running().log.close() }
    try desk.open(isSameBoot: isSameBoot)
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.text("a") == "one\n" && desk.recorded("a") == "one\ntwo\n")
    desk.tree.onFault(nil)
    try desk.record("a")
    #expect(try desk.text("a") == "one\ntwo\n" && isAtRest(desk))
  }

  @Test(arguments: [nil, "two\n2\nthree\n"], [false, true])
  func `a file that could not be placed twice is never reverted by the person`(last: String?, reopens: Bool) throws {
    let desk = try blocked("one\n2\n3\n", ["a": "two\n2\n3\n"], last.map { ["a": $0] } ?? [:])
    if reopens { try desk.open(isSameBoot: true) }
    let tip = try desk.running().tip
    desk.tree.onFault(nil)
    try desk.record("a")
    #expect(try desk.text("a") == last && desk.recorded("a") == last)
    #expect(try desk.running().tip == tip && isAtRest(desk))
  }

  @Test func `a deleted file that cannot be restored is no deletion after a kill either`() throws {
    let desk = try Desk()
    try desk.save("a", "one\n", durable: true)
    try desk.save("b", "one\n", durable: true)
    try desk.scan()
    try desk.running().log.checkpoint()
    try desk.tree.remove(FileLocation(WorkspacePath("a")))
    desk.tree.onFault { operation, place in
      guard operation == .create, place.string.contains("/tmp/a") else { return nil }
      return FileError(code: .denied, operation: "create", path: "a", errno: 13, message: "denied")
    }
    try desk.running().restore([WorkspacePath("a")])
    try desk.open(isSameBoot: true)
    try desk.scan()
    #expect(try desk.recorded("a") == "one\n")
    desk.tree.onFault(nil)
    try desk.record("a")
    #expect(try desk.text("a") == "one\n" && isAtRest(desk))
  }

  @Test func `after a power cut a file that cannot be placed prevents no repair of others`() throws {
    let desk = try blocked("one\n2\n3\n", ["a": "two\n2\n3\n"])
    try desk.running().log.checkpoint()
    try desk.save("b", "saved\n", durable: true)
    // The power cut left zeros in the last file.
    try desk.tree.save(FileLocation(WorkspacePath("z")), bytes: [0, 0, 0, 0])
    try desk.tree.synchronize(FileLocation(WorkspacePath("z")))
    var generator = SeededGenerator(seed: 3)
    desk.crash(using: &generator)
    desk.tree.onFault { Self.refusal(of: $0, $1) }
    try desk.open()
    let tip = try desk.running().tip
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.recorded("b") == "saved\n")
    #expect(try desk.recorded("a") == "two\n2\n3\n" && desk.recorded("z") == "1\n2\n")
    #expect(try desk.running().tip != tip)
    desk.tree.onFault(nil)
    try desk.scan()
    #expect(try desk.text("a") == "two\n2\n3\n" && desk.text("z") == "1\n2\n")
  }

  @Test func `a plan that was worked out before is taken where it fits, and made anew where it does not`() throws {
    let desk = try Desk()
    try desk.save("a", "one\n", durable: true)
    try desk.save("b", "one\n", durable: true)
    try desk.scan()
    let recorder = try desk.running()
    let tip = recorder.tip
    let first = try desk.remoteCommit(["a": "two\n", "b": "one\n", "c": "two\n"])
    let fitting = try AdoptionPlan(from: tip, to: first, in: desk.store)
    #expect(try recorder.adopt(first, expecting: tip, plan: fitting) == .adopted)
    #expect(try desk.text("a") == "two\n" && desk.text("c") == "two\n")
    #expect(recorder.tips.fileTotal == 3)
    let second = try desk.remoteCommit(["a": "three\n", "b": "three\n"])
    #expect(try recorder.adopt(second, expecting: recorder.tip, plan: fitting) == .adopted)
    #expect(try desk.text("a") == "three\n" && desk.text("b") == "three\n" && desk.text("c") == nil)
    #expect(recorder.tips.fileTotal == 2)
    #expect(try isAtRest(desk))
  }

  @Test func `a pack that is written beside the turns spares the checkpoint all but what came since`() throws {
    let desk = try Desk()
    for index in 0..<80 { try desk.save("f\(index)", "text \(index)\n", durable: true) }
    try desk.scan()
    let recorder = try desk.running()
    let packed = try #require(recorder.log.beginPack())
    try desk.save("late", "late\n", durable: true)
    try desk.scan()
    recorder.log.endPack(of: packed)
    #expect(recorder.log.beginPack() == nil)
    desk.store.makeDurable(packed)
    try recorder.log.checkpoint()
    var generator = SeededGenerator(seed: 3)
    desk.crash(using: &generator)
    try desk.open()
    try desk.scan()
    #expect(try desk.recorded("late") == "late\n" && desk.recorded("f79") == "text 79\n")
  }
}
