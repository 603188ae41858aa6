import Documents
import FileSystem
import FoundationEssentials
import Git
import GitObjects
import GitProcess
import SystemPackage
import TestSupport
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// The calls of models of other machines at a remote, as a folder takes them.
@Suite struct UsageTravelTests {
  /// A folder that takes the calls.
  private struct Reader {
    let folder: TestFolder
    let store: TravelStore
    let setting: GitSetting

    init(_ folder: TestFolder, machines: Int = 256, each: Int = 16 << 20, total: Int = 64 << 20) {
      self.folder = folder
      setting = GitSetting(gitDirectory: FilePath(folder.root + "/.git"), environment: folder.settings.environment)
      store = TravelStore(
        root: folder.root, identity: folder.settings.identity,
        usage: UsageTravel(limits: TravelLimits(sessions: machines, bytes: each), total: total))
    }

    /// Asks the remote, and returns the ids of the calls of each machine.
    func take() async throws -> [String: String] {
      _ = try await store.fetch(setting)
      try await store.takeUsage(of: setting, except: "-own")
      return try found
    }

    /// The ids of the calls of each machine.
    var found: [String: String] {
      get throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.root + "/.git/stet/usage")
        return Dictionary(
          uniqueKeysWithValues: names.filter { $0.hasSuffix(".jsonl") }.map { name in
            let lines = (folder.text(".git/stet/usage/" + name) ?? "").split(separator: "\n")
            return (String(name.dropLast(6)), lines.map { String($0.dropFirst(7).prefix(1)) }.joined())
          })
      }
    }

    /// The machines of which calls are noted as left out.
    var left: String? { folder.text(".git/stet/usage/left.json") }
  }

  /// The length in bytes of the line of a call.
  private static let length = line("a").utf8.count

  /// The line of a call, which is longer than all that git sends with it: a fetch has a limit of bytes, too.
  private static func line(_ id: Character) -> String {
    let ability = String(repeating: "x", count: 2_000)
    return #"{"id":"\#(id)","time":"2026-05-02T10:00:00Z","ability":"\#(ability)","provider":"p","model":"m","input":1"#
      + #","output":1}"# + "\n"
  }

  /// Publishes the calls of a machine by their ids, those of one day in each text, the oldest first.
  private func publish(_ machine: String, _ days: [String], from desk: TestFolder) async throws {
    let store = try Repository(root: desk.root)
    let files = try days.enumerated().map { index, ids in
      TreeEntry(
        name: "2026-05-0\(index + 1).jsonl", mode: .file,
        id: try store.write(.blob, Array(ids.map(Self.line).joined().utf8)))
    }
    let calls = TreeEntry(name: "calls", mode: .tree, id: try store.write(.tree, Tree(files).content))
    let tree = try store.write(.tree, Tree([calls]).content)
    let commit = try await desk.git("commit-tree", "-m", "x", tree.hex)
    try await desk.git("push", "-q", "-f", "origin", "\(commit):refs/stet/usage/\(machine)")
  }

  @Test func `of calls beyond the limits the newest days are counted, and their machines are named`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    // With room for an empty line between two days.
    let reader = Reader(laptop, each: 4 * Self.length + 2, total: 7 * Self.length + 8)
    try await publish("b", ["ab", "cd", "e"], from: desk)
    let taken = try await reader.take()
    #expect(taken == ["b": "cde"])
    #expect(reader.left == #"["b"]"#)
    // Calls that are counted stay so, although another machine is first by its name.
    try await publish("a", ["fg", "hi"], from: desk)
    for _ in 1...2 {
      #expect(try await reader.take() == ["a": "fghi", "b": "cde"] && reader.left == #"["b"]"#)
    }
    try await publish("a0", ["j", "k"], from: desk)
    #expect(try await reader.take() == ["a": "fghi", "a0": "", "b": "cde"] && reader.left == #"["a0","b"]"#)
    try await publish("a", ["fg"], from: desk)
    #expect(try await reader.take() == ["a": "fg", "a0": "jk", "b": "cde"] && reader.left == #"["b"]"#)
    try await publish("b", ["e"], from: desk)
    #expect(try await reader.take() == ["a": "fg", "a0": "jk", "b": "e"] && reader.left == nil)
    let few = Reader(laptop, machines: 2)
    #expect(try await few.take() == ["a": "fg", "a0": "jk", "b": "e"], "what was fetched is counted")
    #expect(few.left == #"["b"]"#)
  }

  @Test func `calls of a machine that the remote no longer lists are deleted here`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    let reader = Reader(laptop)
    for machine in ["a", "b", "own"] { try await publish(machine, ["a"], from: desk) }
    #expect(try await reader.take() == ["a": "a", "b": "a"])
    try await desk.git("push", "-q", "origin", ":refs/stet/usage/a", ":refs/stet/usage/own")
    #expect(try await reader.take() == ["b": "a"])
    let known = try await laptop.git("for-each-ref", "--format=%(refname)", "refs/stet/usage")
    #expect(known == "refs/stet/usage/origin/b")
    try await publish("a", ["c"], from: desk)
    #expect(try await reader.take() == ["a": "c", "b": "a"])
  }

  @Test func `a reference that git refuses or Stet cannot read is named, and hinders no other one`() async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    let reader = Reader(laptop)
    let names = ["a", "b", "c", "d", "e"]
    for name in names { try await publish(name, ["a"], from: desk) }
    // Commits without an author, and a text.
    let tree = try await desk.git("--git-dir=" + remote, "rev-parse", "refs/stet/usage/a^{tree}")
    for (name, kind) in [("bad1", "commit"), ("bad2", "commit"), ("text", "blob")] {
      try Data("tree \(tree)\n\n\(name)\n".utf8).write(to: URL(filePath: desk.place + "/odd"))
      let id = try await desk.git(
        "--git-dir=" + remote, "hash-object", "-w", "-t", kind, "--literally", desk.place + "/odd")
      try await desk.git("--git-dir=" + remote, "update-ref", "refs/stet/usage/\(name)", id)
    }
    let all = Dictionary(uniqueKeysWithValues: names.map { ($0, "a") })
    for _ in 1...2 {
      #expect(try await reader.take() == all && reader.left == #"["bad1","bad2","text"]"#)
    }
    let known = try await laptop.git("for-each-ref", "--format=%(refname:lstrip=4)", "refs/stet/usage")
    #expect(known == "a\nb\nc\nd\ne\ntext")
    try await publish("bad1", ["c"], from: desk)
    try await publish("a", ["a", "b"], from: desk)
    let repaired = all.merging(["a": "ab", "bad1": "c"]) { $1 }
    #expect(try await reader.take() == repaired && reader.left == #"["bad2","text"]"#)
  }

  @Test func `a reference that vanishes during the fetch hinders no other one, and is reported`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    let reader = Reader(laptop)
    for name in ["a", "b", "c"] { try await publish(name, ["a"], from: desk) }
    _ = try await reader.store.fetch(reader.setting)
    try await desk.git("push", "-q", "origin", ":refs/stet/usage/b")
    await #expect(throws: TransportError.self) { try await reader.store.takeUsage(of: reader.setting, except: "-own") }
    #expect(try reader.found == ["a": "a", "c": "a"])
    #expect(try await reader.take() == ["a": "a", "c": "a"] && reader.left == nil)
  }

  private static let usage = ".git/stet/usage.jsonl"

  /// Opens a folder that lets calls travel.
  private func run(_ body: (TestFolder, String, Workspace) async throws -> Void) async throws {
    let (desk, _, remote) = try await TestFolder.pair()
    try desk.save(Self.usage, Self.line("a"))
    try await desk.open { workspace in
      _ = try await workspace.setTravel(TravelSwitch(isOn: true))
      try await body(desk, remote, workspace)
    }
  }

  /// Returns the lines of calls at a remote.
  private func published(_ remote: String, from desk: TestFolder) async throws -> String {
    let names = try await desk.git("--git-dir=" + remote, "for-each-ref", "--format=%(refname)", "refs/stet/usage")
    return names.isEmpty ? "" : try await desk.git("--git-dir=" + remote, "show", names + ":calls/2026-05-02.jsonl")
  }

  @Test func `calls are sent again to a remote that lost them, and to another one`() async throws {
    try await run { desk, remote, workspace in
      let calls = String(Self.line("a").dropLast())
      #expect(try await published(remote, from: desk) == calls)
      let name = try await desk.git("--git-dir=" + remote, "for-each-ref", "--format=%(refname)", "refs/stet/usage")
      try await desk.git("--git-dir=" + remote, "update-ref", "-d", name)
      #expect(try await workspace.travel(TravelRequest(fetches: true)).callProblem == nil)
      #expect(try await published(remote, from: desk) == calls)
      let second = desk.place + "/second.git"
      try Program.shell("git init -q --bare '\(second)'").mustSucceed()
      try await desk.git("remote", "set-url", "origin", second)
      try await until { try await workspace.travel(TravelRequest(fetches: true)).isOn == false }
      #expect(try await published(second, from: desk).isEmpty)
      _ = try await workspace.setTravel(TravelSwitch(isOn: true))
      #expect(try await published(second, from: desk) == calls)
    }
  }

  @Test func `a remote that refuses calls is asked again only after a change, and the reason is reported`() async throws
  {
    try await run { desk, remote, workspace in
      func problem() async throws -> String? {
        let report = try await workspace.travel(TravelRequest(fetches: true))
        #expect(report.problem == nil, "sessions travel all the same")
        return report.callProblem
      }
      func objects() async throws -> String {
        try await desk.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
      }
      try await desk.git("--git-dir=" + remote, "config", "receive.hideRefs", "refs/stet/usage")
      try desk.save(Self.usage, Self.line("a") + Self.line("b"))
      #expect(try await problem()?.hasPrefix("the remote refuses calls of models: ") == true)
      let travel = workspace.desks.exchanges.travel
      #expect(await !travel.hasLeft, "an idle daemon does not wake up")
      try await workspace.settle()
      let count = try await objects()
      #expect(try await problem() != nil)
      #expect(try await objects() == count, "no commit is made again")
      try await desk.git("--git-dir=" + remote, "config", "--unset", "receive.hideRefs")
      #expect(try await problem() != nil, "nothing changed here")
      try desk.save(Self.usage, Self.line("a") + Self.line("b") + Self.line("c"))
      #expect(try await problem() == nil)
      #expect(try await published(remote, from: desk).split(separator: "\n").count == 3)
      try await desk.git("--git-dir=" + remote, "config", "receive.hideRefs", "refs/stet/usage")
      try desk.save(Self.usage, ["a", "b", "c", "d"].map(Self.line).joined())
      #expect(try await problem() != nil)
      try await desk.git("--git-dir=" + remote, "config", "--unset", "receive.hideRefs")
      #expect(try await workspace.setTravel(TravelSwitch(isOn: true)).callProblem == nil)
      #expect(try await published(remote, from: desk).split(separator: "\n").count == 4)
    }
  }

  @Test func `a foreign reference under the own name is reported, and all calls are sent after its deletion`()
    async throws
  {
    try await run { desk, remote, workspace in
      let name = try await desk.git("--git-dir=" + remote, "for-each-ref", "--format=%(refname)", "refs/stet/usage")
      let text = try await desk.git("hash-object", "-w", "-t", "tree", "/dev/null")
      try await desk.git("push", "-q", "-f", "origin", "\(text):\(name)")
      for _ in 1...2 {
        let problem = try await workspace.travel(TravelRequest(fetches: true)).callProblem
        #expect(problem?.contains("'git push origin :\(name)'") == true, "\(problem ?? "")")
      }
      try await desk.git("push", "-q", "origin", ":" + name)
      #expect(try await workspace.travel(TravelRequest(fetches: true)).callProblem == nil)
      #expect(try await published(remote, from: desk) + "\n" == Self.line("a"))
    }
  }

  @Test func `nothing is left to send while nothing may travel over the present remote`() async throws {
    try await run { desk, remote, workspace in
      try desk.save(".git/stet/sessions/s1/log.jsonl", "")
      let lock = try FileLock.tryLock(root: desk.root, at: .store("sessions/s1/lock"))
      try desk.save(".git/stet/session-ends/s1", "")
      let travel = workspace.desks.exchanges.travel
      #expect(await travel.hasLeft)
      let second = remote + "/../remote.git"
      try await desk.git("remote", "set-url", "origin", second)
      try await until { try await workspace.travel(TravelRequest(fetches: true)).isOn == false }
      #expect(await travel.store.delivery(of: travel.keeper.inboxName, at: second) == .due)
      #expect(await !travel.hasLeft)
      withExtendedLifetime(lock) {}
    }
  }

  @Test func `sums of impossible counts are the largest number`() {
    var use = ModelUse(time: "", ability: nil, provider: "p", model: "m")
    (use.input, use.cacheRead, use.cacheWrite, use.output) = (.max, 1, 1, .max)
    let report = UsageReport(calls: [use, use])
    #expect(report.sums.map(\.input) == [.max] && report.sums.map(\.output) == [.max])
  }
}
