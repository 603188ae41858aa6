import FoundationEssentials
import GitObjects
import Glibc
import TestSupport
import Testing
import WorkTree
import WorkspaceAPI

@testable import FolderKeeping
@testable import WorkspaceEngine

/// The person's own programs for conflicts and questions.
@Suite struct HookTests {
  private static func facts(_ change: (inout HookFacts) -> Void = { _ in }) -> HookFacts {
    var facts = HookFacts(
      permissions: 0o755, owner: 1000, folderPermissions: 0o755, folderOwner: 1000, user: 1000)
    change(&facts)
    return facts
  }

  @Test(arguments: [
    (facts(), nil), (facts { $0.permissions = 0o700 }, nil), (facts { $0.permissions = 0o775 }, nil),
    (facts { $0.permissions = 0o644 }, "not executable"), (facts { $0.permissions = 0o757 }, "others can write it"),
    (facts { $0.owner = 0 }, "belongs to another user"), (facts { $0.isFile = false }, "no ordinary file"),
    (facts { $0.folderPermissions = 0o777 }, "others can write the folder"),
    (facts { $0.folderOwner = 7 }, "folder .git/stet/hooks belongs to another user"),
    (facts { $0.permissions = 0o011 }, "not executable"),
  ])
  func `a hook is run only where nobody else could have changed it`(facts: HookFacts, words: String?) {
    #expect((facts.refusal == nil) == (words == nil))
    if let words { #expect(facts.refusal?.contains(words) == true) }
  }

  @Test(arguments: EventKind.allCases)
  func `each event has its hook, or none`(kind: EventKind) {
    let expected: [EventKind: String] = [
      .conflict: "conflict", .question: "question", .settled: "settled", .answered: "settled", .withdrawn: "settled",
      .paused: "paused", .readOnly: "paused",
    ]
    #expect(HookName(kind)?.rawValue == expected[kind])
    #expect(HookName.events.contains(kind) == (expected[kind] != nil))
  }

  @Test(arguments: [("branch", true), ("question", true), ("folder", true), ("git", false)])
  func `a pause that a git command ends by itself runs no hook`(kind: String, runs: Bool) {
    var event = event(.paused, "1")
    event.kind = kind
    #expect((HookName(event) == .paused) == runs)
  }

  @Test(arguments: [
    (nil, 30), ("", 30), ("x", 30), ("0", 30), ("-1", 30), ("3601", 30), ("1", 1), ("3600", 3600),
    ("99999999999999999999", 30),
  ])
  func `the limit is what git's configuration says, within reason`(setting: String?, seconds: Int) {
    #expect(HookRunner.limit(setting) == .seconds(seconds))
  }

  /// A folder for one test, with a program in its folder of hooks.
  private final class Place {
    var root: String { folder.path }
    private let folder = TemporaryFolder()

    init(_ hooks: [String: String], permissions: mode_t = 0o755) throws {
      let folder = HookFolder(root: root)
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      for (name, script) in hooks {
        try Data(("#!/bin/sh\n" + script).utf8).write(to: URL(filePath: folder.path + "/" + name))
        chmod(folder.path + "/" + name, permissions)
      }
    }

    func text(_ name: String) -> String? { folder.text(name) }

    func child(_ name: String) -> HookChild {
      HookChild(
        program: HookFolder(root: root).path + "/" + name, environment: ["PATH": "/usr/bin:/bin"], directory: root,
        store: root)
    }
  }

  @Test func `a hook has the document as its input and its output is kept`() async throws {
    let place = try Place(["h": "cat; echo words >&2; exit 3\n"])
    let end = await place.child("h").run(input: Array("{\"a\":1}\n".utf8), limit: .seconds(60))
    #expect(end == .ended(3, "{\"a\":1}\nwords"))
    #expect(!end.isGood)
  }

  @Test func `a hook that reads nothing and prints much holds nobody up`() async throws {
    let place = try Place(["h": "head -c 3000000 /dev/zero | tr '\\0' x\n"])
    let end = await place.child("h").run(input: [UInt8](repeating: 65, count: 1 << 20), limit: .seconds(60))
    guard case .ended(0, let output) = end else { return #expect(Bool(false), "\(end)") }
    #expect(output.utf8.count == 2_003 && output.hasPrefix("…xxx"))
  }

  @Test func `a hook that prints without end is stopped by its limit and fills no disk`() async throws {
    let place = try Place(["h": "yes & exec yes\n"])
    let end = await place.child("h").run(input: [], limit: .seconds(1))
    guard case .tooLong(_, let output) = end else { return #expect(Bool(false), "\(end)") }
    #expect(output.utf8.count <= 2_003 && output.contains("y\ny\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.root).sorted() == [".git"])
  }

  @Test func `what waits for a hook when Stet stops is said to be lost`() async throws {
    let place = try Place(["conflict": "echo >> begun; exec sleep 100\n"])
    let hub = EventHub(time: SimulatedTime())
    hub.endOpening()
    let told = hub.listen(to: [.problem])
    let runner = HookRunner(
      root: place.root, environment: ["PATH": "/usr/bin:/bin"], events: hub, limit: { .seconds(60) })
    let (stream, continuation) = AsyncStream.makeStream(of: WorkspaceEvent.self)
    let task = Task { await runner.run(stream) }
    for number in 1...3 { continuation.yield(event(.conflict, "\(number)")) }
    continuation.yield(event(.question, "4"))
    try await until { place.text("begun") != nil }
    try await until { await runner.count(of: .conflict) >= 3 }
    task.cancel()
    await task.value
    hub.close()
    var messages: [String] = []
    for await event in told { messages.append(event.message) }
    #expect(messages.count == 1 && messages.first?.contains("'conflict': 3 events") == true, "\(messages)")
  }

  @Test func `a hook that leaves a program behind ends with itself`() async throws {
    let place = try Place(["h": "sleep 100 & echo $! > left; exit 0\n"])
    #expect(await place.child("h").run(input: [], limit: .seconds(60)) == .ended(0, ""))
    let left = try #require(pid_t(place.text("left")?.filter(\.isNumber) ?? ""))
    #expect(kill(left, 0) == 0)
    kill(left, SIGKILL)
  }

  @Test func `a hook that hangs is killed with all that it started`() async throws {
    let place = try Place(["h": "trap '' TERM\n(trap '' TERM; echo $$ > inner; while :; do sleep 100; done) & wait\n"])
    let end = await place.child("h").run(input: [], limit: .seconds(1))
    #expect(end == .tooLong(.seconds(1), ""))
    // Its group is gone, as soon as what nobody waits for is reaped.
    let group = try #require(pid_t(place.text("inner")?.filter(\.isNumber) ?? ""))
    #expect(await eventually(within: .seconds(20)) { kill(-group, 0) != 0 || Self.areZombies(group) })
  }

  /// Whether all that is left of a group is dead and waits for a parent to look.
  private static func areZombies(_ group: pid_t) -> Bool {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where pid_t(name) != nil {
      guard let bytes = FileManager.default.contents(atPath: "/proc/\(name)/stat") else { continue }
      let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
      if fields.count > 2, pid_t(fields[2]) == group, fields[0] != "Z" { return false }
    }
    return true
  }

  @Test func `a hook that cannot be started says why`() async throws {
    let place = try Place([:])
    guard case .notStarted = await place.child("h").run(input: [], limit: .seconds(9)) else {
      return #expect(Bool(false))
    }
  }

  /// Runs events through a runner and answers what it reported, of the kinds a test is interested in.
  private func run(_ place: Place, _ events: [WorkspaceEvent]) async -> (told: [WorkspaceEvent], doctor: [String]) {
    let hub = EventHub(time: SimulatedTime())
    hub.endOpening()
    let told = hub.listen(to: [.problem, .hook])
    let runner = HookRunner(
      root: place.root, environment: ["PATH": "/usr/bin:/bin"], events: hub, limit: { .seconds(60) })
    let (stream, continuation) = AsyncStream.makeStream(of: WorkspaceEvent.self)
    for event in events { continuation.yield(event) }
    continuation.finish()
    await runner.run(stream)
    let doctor = await runner.findings().map { "\($0.subject): \($0.message)" }
    hub.close()
    var all: [WorkspaceEvent] = []
    for await event in told { all.append(event) }
    return (all, doctor)
  }

  private func event(_ kind: EventKind, _ id: String, _ path: String? = nil) -> WorkspaceEvent {
    WorkspaceEvent(
      event: kind, time: "2026-01-31T10:00:00Z", paths: path.map { [$0] } ?? [], id: id, kind: "content",
      message: "words")
  }

  @Test func `a hook is run for each event in order, one at a time, and knows what it is about`() async throws {
    let place = try Place([
      "conflict": "[ -e lock ] && echo twice >> log; : > lock\n"
        + "echo \"$STET_HOOK $STET_EVENT $STET_ID $STET_KIND $STET_PATH $(grep -c '\"event\":\"conflict\"')\" >> log\n"
        + "[ \"$PWD\" = \"$STET_ROOT\" ] && [ -x \"$STET_PROGRAM\" ] || echo wrong >> log; rm lock\n",
      "settled": "echo $STET_EVENT >> over\n",
    ])
    let result = await run(
      place,
      [event(.conflict, "1", "a b.md"), event(.conflict, "2", "c.md"), event(.withdrawn, "3"), event(.question, "4")])
    #expect(place.text("log") == "conflict conflict 1 content a b.md 1\nconflict conflict 2 content c.md 1\n")
    #expect(place.text("over") == "withdrawn\n")
    #expect(result.told.map(\.event) == [.hook, .hook, .hook])
    #expect(result.doctor.isEmpty)
  }

  @Test func `a hook that fails is said once, and is well again after a run that is`() async throws {
    let place = try Place(["conflict": "echo no; [ $STET_ID != bad ]\n"])
    var result = await run(place, [event(.conflict, "bad"), event(.conflict, "bad")])
    #expect(result.told.filter { $0.event == .problem }.count == 1)
    #expect(result.told.filter { $0.event == .hook }.allSatisfy { $0.message.contains("ended with 1\nno") })
    #expect(result.doctor == ["hook conflict: when it was run last it ended with 1"])
    result = await run(place, [event(.conflict, "bad"), event(.conflict, "good"), event(.conflict, "bad")])
    #expect(result.told.filter { $0.event == .problem }.count == 2)
  }

  @Test func `what others could have changed is not run, and the doctor says so`() async throws {
    let place = try Place(
      ["conflict": "echo >> ran\n", "typo": "echo\n", "question.sample": "echo\n"], permissions: 0o757)
    let result = await run(place, [event(.conflict, "1"), event(.conflict, "2")])
    #expect(place.text("ran") == nil)
    #expect(result.told.map(\.event) == [.problem])
    #expect(result.doctor.count == 2)
    #expect(result.doctor.first?.contains("others can write it") == true)
    #expect(result.doctor.last == "hook typo: no hook has this name; there are conflict, question, settled, paused")
  }

  @Test func `more events than a hook can take are counted, not kept`() async throws {
    let place = try Place(["conflict": "read -r _ < gate; echo >> log\n"])
    mkfifo(place.root + "/gate", 0o600)
    let gate = open(place.root + "/gate", O_RDWR)
    defer { close(gate) }
    let text = [UInt8](repeating: 10, count: 300)
    async let result = run(place, (0..<300).map { event(.conflict, "\($0)") })
    _ = write(gate, text, text.count)
    let told = await result.told
    #expect(told.filter { $0.event == .problem }.count == 1)
    let runs = told.count { $0.event == .hook }
    #expect(runs >= HookRunner.mostWaiting && runs < 300)
  }

  @Test func `a sample is laid down once and is no hook`() throws {
    let place = try Place([:])
    try FileManager.default.removeItem(atPath: HookFolder(root: place.root).path)
    let folder = HookFolder(root: place.root)
    folder.prepare()
    #expect(place.text(".git/stet/hooks/conflict.sample")?.hasPrefix("#!/bin/sh\n") == true)
    #expect(folder.findings().isEmpty)
    #expect(folder.facts("conflict.sample")?.refusal == nil)
    try FileManager.default.removeItem(atPath: folder.path + "/conflict.sample")
    folder.prepare()
    #expect(place.text(".git/stet/hooks/conflict.sample") == nil)
  }
}
