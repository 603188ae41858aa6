import FileSystem
import FoundationEssentials
import GitObjects
import GitProcess
import SystemPackage
import TestSupport
import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

/// Sessions at a remote, as two workspaces publish and read them.
@Suite struct TravelTests {
  private static let reference = "refs/stet/sessions/s1"

  /// Returns a line of a log.
  private func line(_ number: Int, _ text: String) -> String {
    #"{"n":\#(number),"t":\#(number * 10),"k":"cut","reason":"\#(text)"}"# + "\n"
  }

  /// Returns the first line of the log of a session.
  private func beginning(_ session: String) -> String {
    #"{"n":1,"t":10,"k":"begun","id":"\#(session)","agent":"A","prompt":"Go","tier":"fast","tokens":9,"#
      + #""answerTokens":9,"turns":9,"onBudget":"ask"}"# + "\n"
  }

  private func order(_ expecting: String?, until: Int64 = 9, sendsLog: Bool = true) -> TravelOrder {
    TravelOrder("s1", expecting: expecting, until: until, sendsLog: sendsLog, keepsAnswer: false)
  }

  private func version(_ receipt: TravelReceipt) throws -> String {
    guard case .published(let version) = receipt else { throw VerbError(.failed, "\(receipt)") }
    return version
  }

  /// Opens both workspaces, which let sessions travel.
  private func run(_ body: (TestFolder, Workspace, Workspace) async throws -> Void) async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    try await desk.open { one in
      try await laptop.open { other in
        for workspace in [one, other] {
          #expect(try await workspace.travel(TravelRequest(fetches: true)).isOn == false)
          #expect(try await workspace.setTravel(TravelSwitch(isOn: true)).isOn)
        }
        try await body(desk, one, other)
      }
    }
  }

  @Test func `a session is published with the lines that are new, and read as it was published`() async throws {
    try await run { desk, one, other in
      try desk.save(".git/stet/sessions/s1/log.jsonl", line(1, "a") + line(2, "b") + #"{"n":3,"torn"#)
      let first = try version(await one.publishSession(order(nil)))
      try desk.save(".git/stet/sessions/s1/log.jsonl", line(1, "a") + line(2, "b") + line(3, "c"))
      let second = try version(await one.publishSession(order(first, until: 0)))
      let seen = try #require(try await other.travel(TravelRequest(fetches: true)).sessions.first)
      let report = try await one.travel(TravelRequest(fetches: false))
      #expect(seen.version == second && seen.lines == 3 && seen.until == 0 && seen.holder == report.holder)
      #expect(seen.machine == "desk" && report.sessions == [seen])
      let pieces = try await desk.git("ls-tree", "-r", "--name-only", second)
      #expect(pieces == "lease.json\nlog/00000001.jsonl\nlog/00000003.jsonl")
      let author = try await desk.git("log", "-1", "--format=%an <%ae>|%s|%P", second)
      #expect(author == "Stet <stet@agents.invalid>|Keep session s1|\(first)")
    }
  }

  @Test func `of publications on one version the remote takes exactly one`() async throws {
    try await run { desk, one, other in
      for round in 0..<3 {
        let before = try await other.travel(TravelRequest(fetches: true)).sessions.first?.version
        async let mine = one.publishSession(order(before, sendsLog: false))
        async let theirs = other.publishSession(order(before, sendsLog: false))
        let ends = try await [mine, theirs]
        #expect(ends.count { $0 == .moved } == 1, "\(round): \(ends)")
        let winner = ends[0] == .moved ? other : one
        let seen = try #require(try await one.travel(TravelRequest(fetches: true)).sessions.first)
        let report = try await winner.travel(TravelRequest(fetches: false))
        #expect(seen.holder == report.holder)
      }
      #expect(try await one.publishSession(order(nil)) == .moved, "the remote has it")
    }
  }

  @Test func `an answer waits beside the log until its machine goes on, and no agent gives one`() async throws {
    try await run { desk, one, other in
      try desk.save(".git/stet/sessions/s1/log.jsonl", line(1, "a"))
      let first = try version(await one.publishSession(order(nil, until: 0)))
      _ = try await other.travel(TravelRequest(fetches: true))
      let answer = TravelAnswer(question: "1.1", lines: 1, text: "red")
      await #expect(throws: VerbError.self) {
        try await other.publishSession(
          TravelOrder("s1", expecting: first, answer: answer, caller: Caller(agent: "Claude")))
      }
      let secret = TravelAnswer(question: "1.1", lines: 1, text: "use ghp_" + "R4tQ7wZx9bKc2LmN5vJh8sDf1GyTpU3eXaWo")
      await #expect(throws: VerbError.self) {
        try await other.publishSession(TravelOrder("s1", expecting: first, answer: secret, caller: .person))
      }
      let second = try version(
        await other.publishSession(TravelOrder("s1", expecting: first, answer: answer, caller: .person)))
      let seen = try #require(try await one.travel(TravelRequest(fetches: true)).sessions.first)
      let report = try await one.travel(TravelRequest(fetches: false))
      var given = answer
      given.person = "Person <person@example.org>"
      #expect(seen.answer == given && seen.holder == report.holder)
      _ = try version(await one.publishSession(order(second)))
      #expect(try await other.travel(TravelRequest(fetches: true)).sessions.first?.answer == nil)
    }
  }

  @Test func `a log that does not continue the published one is not sent`() async throws {
    try await run { desk, one, _ in
      let log = ".git/stet/sessions/s1/log.jsonl"
      try desk.save(log, line(1, "a") + line(2, "b"))
      let first = try version(await one.publishSession(order(nil)))
      for text in [line(1, "a"), line(1, "a") + line(9, "b") + line(10, "c")] {
        try desk.save(log, text)
        await #expect(throws: VerbError.self) { try await one.publishSession(order(first)) }
      }
      await #expect(throws: VerbError.self) { try await one.publishSession(order("0123")) }
      #expect(try await one.travel(TravelRequest(fetches: true)).sessions.map(\.version) == [first])
    }
  }

  @Test func `a call that another folder carried out is found if its session travels`() async throws {
    func caller(_ session: String, tried: Int64? = nil) -> Caller {
      var caller = Caller(agent: "Assistant", session: session)
      (caller.call, caller.callTried) = ("1.1", tried)
      return caller
    }
    let (desk, laptop, _) = try await TestFolder.pair()
    try await desk.open { one in
      _ = try await one.setTravel(TravelSwitch(isOn: true))
      for session in ["s1", "s2"] {
        let text = WriteAction.put(Array("one\n".utf8))
        let write = WriteRequest(path: session + ".md", action: text, token: .zero, caller: caller(session))
        _ = try await one.write(write)
      }
      _ = try version(await one.publishSession(order(nil, sendsLog: false)))
      try await one.settle()
      try await laptop.open { other in
        _ = try await other.setTravel(TravelSwitch(isOn: true))
        _ = try await other.travel(TravelRequest(fetches: true))
        try await other.settle()
        #expect(laptop.text("s1.md") == "one\n" && laptop.text("s2.md") == "one\n")
        for (session, path) in [("s1", "s1.md"), ("s2", nil)] as [(String, String?)] {
          let call = try await other.beginCall(CallBegin(caller: caller(session, tried: 0), key: "1.1"))
          #expect(call.receipt?.path == path, "\(session): \(call)")
        }
      }
    }
  }

  @Test func `without a permission for this address nothing is sent, nor does an agent give one`() async throws {
    let (desk, _, remote) = try await TestFolder.pair()
    try await desk.open { one in
      let refused = try await one.publishSession(order(nil, sendsLog: false))
      #expect(refused == .failed("sessions do not travel over this remote"))
      await #expect(throws: VerbError.self) {
        try await one.setTravel(TravelSwitch(isOn: true, caller: Caller(agent: "Claude")))
      }
      _ = try await one.setTravel(TravelSwitch(isOn: true))
      try await desk.git("remote", "set-url", "origin", remote + "/../remote.git")
      try await until { try await one.travel(TravelRequest(fetches: true)).isOn == false }
      #expect(try await one.publishSession(order(nil, sendsLog: false)) == refused)
      #expect(try await desk.git("--git-dir=" + remote, "for-each-ref", "refs/stet/sessions").isEmpty)
    }
  }

  @Test func `the end of a lease counts here also if the remote did not confirm it`() async throws {
    let (desk, _, remote) = try await TestFolder.pair()
    try await desk.open { one in
      _ = try await one.setTravel(TravelSwitch(isOn: true))
      let first = try version(await one.publishSession(order(nil, sendsLog: false)))
      try await desk.git("--git-dir=" + remote, "config", "receive.maxInputSize", "1")
      for (until, known) in [(Int64(99), Int64(9)), (0, 0)] {
        guard case .failed = try await one.publishSession(order(first, until: until, sendsLog: false)) else {
          Issue.record("the remote takes no objects")
          return
        }
        #expect(try await one.travel(TravelRequest(fetches: false)).sessions.map(\.until) == [known])
      }
      #expect(try await one.travel(TravelRequest(fetches: true)).sessions.map(\.until) == [9], "the remote has it")
    }
  }

  @Test func `the end of a session that its process could not publish is published later`() async throws {
    try await run { desk, one, other in
      let note = ".git/stet/session-ends/s1"
      func seen() async throws -> TravellingSession? {
        try await other.travel(TravelRequest(fetches: true)).sessions.first { $0.id == "s1" }
      }
      // A session that was never published, and one whose lease is valid.
      for (lines, before) in [(1, nil), (3, Int64(9))] as [(Int, Int64?)] {
        if let before {
          let present = try await seen()?.version
          _ = try version(await one.publishSession(order(present, until: before)))
        }
        try desk.save(".git/stet/sessions/s1/log.jsonl", (1...lines).map { line($0, "a") }.joined())
        // Its process publishes the end by itself.
        var lock = try FileLock.tryLock(root: desk.root, at: .store("sessions/s1/lock"))
        try desk.save(note, "")
        _ = try await one.travel(TravelRequest(fetches: true))
        #expect(try await seen()?.lines == (before == nil ? nil : 1))
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try await one.travel(TravelRequest(fetches: true))
        let session = try #require(try await seen())
        #expect(session.until == 0 && session.lines == lines && desk.text(note) == nil)
      }
      // A log that is not the one at the remote stays here, and the lease ends.
      let receipt = try await one.publishSession(order(try await seen()?.version, sendsLog: false))
      try desk.save(".git/stet/sessions/s1/log.jsonl", line(1, "a"))
      try desk.save(note, "")
      _ = try await one.travel(TravelRequest(fetches: true))
      let released = try #require(try await seen())
      #expect(released.until == 0 && released.lines == 3, "\(receipt)")
      // A session that another folder took over is left to that folder.
      let taken = try version(await other.publishSession(order(try await seen()?.version, sendsLog: false)))
      try desk.save(note, "")
      _ = try await one.travel(TravelRequest(fetches: true))
      #expect(try await seen()?.version == taken && desk.text(note) == nil)
    }
  }

  @Test func `sessions from before travel is switched on are published by then, the ones at work when they end`()
    async throws
  {
    let (desk, laptop, remote) = try await TestFolder.pair()
    func log(_ session: String) -> String { ".git/stet/sessions/\(session)/log.jsonl" }
    for session in ["s1", "s2", "s3"] { try desk.save(log(session), beginning(session) + line(2, "a")) }
    try desk.save(log("torn"), beginning("torn") + "damage\n" + line(9, "a"))
    try desk.save(log("empty"), "")
    var lock = try FileLock.tryLock(root: desk.root, at: .store("sessions/s3/lock"))
    try await desk.open { one in
      try await laptop.open { other in
        _ = try await other.setTravel(TravelSwitch(isOn: true))
        #expect(try await one.setTravel(TravelSwitch(isOn: true)).sessions.map(\.id) == ["s1", "s2"])
        let seen = try await other.travel(TravelRequest(fetches: true)).sessions
        #expect(seen.map(\.id) == ["s1", "s2"] && seen.allSatisfy { $0.until == 0 && $0.lines == 2 })
        #expect(laptop.text(".git/stet/travel/s1/log.jsonl") == beginning("s1") + line(2, "a"))
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try await one.setTravel(TravelSwitch(isOn: true)).sessions.map(\.id) == ["s1", "s2", "s3"])
        let pushed = try await desk.git("--git-dir=" + remote, "rev-list", "--count", "--glob=refs/stet/sessions")
        #expect(pushed == "3", "each once")
      }
    }
  }

  @Test func `an end that the remote refused is published once it takes it, and does not hinder the others`()
    async throws
  {
    try await run { desk, one, other in
      let remote = desk.place + "/remote.git"
      let noise = (0..<4_000).map { _ in String(Int.random(in: 46_656..<1_679_616), radix: 36) }.joined(separator: " ")
      func publish() async throws -> [String] {
        _ = try await one.travel(TravelRequest(fetches: true))
        return try await other.travel(TravelRequest(fetches: true)).sessions.map(\.id)
      }
      for (session, text) in [("big", noise), ("s1", "a"), ("s2", "b")] {
        try desk.save(".git/stet/sessions/\(session)/log.jsonl", beginning(session) + line(2, text))
        try desk.save(".git/stet/session-ends/\(session)", "")
      }
      try await desk.git("--git-dir=" + remote, "config", "receive.maxInputSize", "5000")
      for _ in 0..<2 { #expect(try await publish() == ["s1", "s2"]) }
      #expect(desk.text(".git/stet/session-ends/big") != nil)
      try await desk.git("--git-dir=" + remote, "config", "--unset", "receive.maxInputSize")
      #expect(try await publish() == ["big", "s1", "s2"] && desk.text(".git/stet/session-ends/big") == nil)
    }
  }

  @Test func `calls outside sessions travel as they are made, each once and without secrets`() async throws {
    try await run { desk, one, other in
      let file = desk.root + "/.git/stet/usage.jsonl"
      let token = "ghp_" + "R4tQ7wZx9bKc2LmN5vJh8sDf1GyTpU3eXaWo"
      func call(_ id: String, on day: Int) -> String {
        #"{"id":"\#(id)","time":"2026-05-0\#(day)T10:00:00Z","ability":"\#(token)","provider":"p","model":"m","#
          + #""input":1,"output":2}"# + "\n"
      }
      func counted(_ workspace: Workspace) async throws -> Int {
        _ = try await workspace.travel(TravelRequest(fetches: true))
        return try await workspace.usage(UsageRequest()).calls.count
      }
      let reference = "refs/stet/usage/*"
      func published() async throws -> String {
        try await desk.git("--git-dir=" + desk.place + "/remote.git", "for-each-ref", reference)
      }
      var text = ""
      for (ids, count) in [(["a", "b"], 2), (["c"], 3)] {
        text += ids.map { "\n" + call($0, on: count) }.joined()
        try Data((text + #"{"torn""#).utf8).write(to: URL(filePath: file))
        #expect(try await counted(one) == count)
        #expect(try await counted(other) == count)
        let version = try await published()
        #expect(try await counted(one) == count)
        #expect(try await published() == version, "nothing new is sent")
      }
      let names = try await desk.git(
        "--git-dir=" + desk.place + "/remote.git", "for-each-ref", "--format=%(refname)", reference)
      let files = try await desk.git("--git-dir=" + desk.place + "/remote.git", "ls-tree", "-r", "--name-only", names)
      #expect(files == "calls/2026-05-02.jsonl\ncalls/2026-05-03.jsonl")
      #expect(try await other.usage(UsageRequest()).calls.allSatisfy { $0.ability == "[redacted]" })
      // The remote keeps a call that the machine itself lost.
      try Data(call("d", on: 3).utf8).write(to: URL(filePath: file))
      _ = try await counted(one)
      #expect(try await counted(other) == 4)
    }
  }

  @Test func `without a permission no call travels, and none is fetched`() async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    let line = #"{"id":"a","time":"2026-05-02T10:00:00Z","provider":"p","model":"m","input":1,"output":2}"# + "\n"
    try await desk.open { one in
      try await laptop.open { other in
        try Data(line.utf8).write(to: URL(filePath: desk.root + "/.git/stet/usage.jsonl"))
        _ = try await other.setTravel(TravelSwitch(isOn: true))
        _ = try await one.travel(TravelRequest(fetches: true))
        #expect(try await desk.git("--git-dir=" + remote, "for-each-ref", "refs/stet/usage").isEmpty)
        _ = try await one.setTravel(TravelSwitch(isOn: true))
        _ = try await other.setTravel(TravelSwitch(isOn: false))
        _ = try await other.travel(TravelRequest(fetches: true))
        #expect(try await other.usage(UsageRequest()).calls.isEmpty)
        _ = try await other.setTravel(TravelSwitch(isOn: true))
        #expect(try await other.usage(UsageRequest()).calls.count == 1)
      }
    }
  }

  @Test func `nothing is sent to another address for pushes than the permitted one`() async throws {
    let (desk, _, remote) = try await TestFolder.pair()
    try await desk.open { one in
      _ = try await one.setTravel(TravelSwitch(isOn: true))
      try await desk.git("config", "remote.origin.pushurl", remote + "/../remote.git")
      let refused = try await one.publishSession(order(nil, sendsLog: false))
      guard case .failed(let reason) = refused, reason.contains("another address") else {
        Issue.record("\(refused)")
        return
      }
      #expect(try await desk.git("--git-dir=" + remote, "for-each-ref", "refs/stet/sessions").isEmpty)
      #expect(try await one.setTravel(TravelSwitch(isOn: true)).isOn)
      _ = try version(await one.publishSession(order(nil, sendsLog: false)))
    }
  }

  @Test func `sessions of a remote stay known after its address changed`() async throws {
    let (desk, _, remote) = try await TestFolder.pair()
    try await desk.open { one in
      _ = try await one.setTravel(TravelSwitch(isOn: true))
      _ = try version(await one.publishSession(order(nil, sendsLog: false)))
      try await desk.git("remote", "set-url", "origin", remote + "/../remote.git")
      try await until { try await one.travel(TravelRequest(fetches: true)).isOn == false }
      #expect(try await one.travel(TravelRequest(fetches: false)).sessions.map(\.id) == ["s1"])
    }
  }

  @Test func `references that are no sessions are left out`() async throws {
    try await run { desk, one, other in
      let tree = try await desk.git("hash-object", "-w", "-t", "tree", "/dev/null")
      let commit = try await desk.git("commit-tree", "-m", "x", tree)
      try await desk.git("push", "-q", "origin", "\(commit):refs/stet/sessions/odd", "\(commit):refs/stet/sessions/a/b")
      _ = try version(await one.publishSession(order(nil, sendsLog: false)))
      #expect(try await other.travel(TravelRequest(fetches: true)).sessions.map(\.id) == ["s1"])
    }
  }

  @Test func `sessions beyond the limits stay at the remote and are named, the rest is fetched`() async throws {
    try await run { desk, one, _ in
      // Words that no search for secrets minds, and no compression shortens below the limit.
      let noise = (0..<10_000).map { _ in String(Int.random(in: 46_656..<1_679_616), radix: 36) }.joined(separator: " ")
      for (session, text) in [("s1", "a"), ("s2", "b"), ("big", noise), ("s3", "c")] {
        try desk.save(".git/stet/sessions/\(session)/log.jsonl", line(1, text))
        _ = try version(
          await one.publishSession(
            TravelOrder(session, expecting: nil, until: 0, sendsLog: true, keepsAnswer: false)))
      }
      let setting = GitSetting(
        gitDirectory: FilePath(desk.place + "/third/.git"), environment: desk.settings.environment)
      let root = desk.place + "/third"
      try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
      let third = GitReader(root: root, environment: desk.settings.environment)
      for arguments in [["init", "-q"], ["remote", "add", "origin", desk.place + "/remote.git"]] {
        _ = try await third.run(arguments)
      }
      let small = TravelStore(root: root, identity: desk.settings.identity, limits: TravelLimits(bytes: 20_000))
      for _ in 0..<2 { #expect(try await small.fetch(setting) == ["big"]) }
      #expect(try await small.sessions(of: "origin", except: "").found.map(\.id) == ["s1", "s2", "s3"])
      let few = TravelStore(root: root, identity: desk.settings.identity, limits: TravelLimits(sessions: 3))
      #expect(try await few.fetch(setting) == ["big"], "what is known counts first")
      _ = try await third.run(["fetch", "-q", "origin", "+refs/stet/sessions/*:refs/stet/sessions/origin/*"])
      #expect(try await small.sessions(of: "origin", except: "").left == ["big"])
      let all = TravelStore(root: root, identity: desk.settings.identity)
      #expect(try await all.fetch(setting).isEmpty)
      #expect(try await all.sessions(of: "origin", except: "").found.map(\.id) == ["big", "s1", "s2", "s3"])
    }
  }

  @Test func `known sessions are fetched before others, and no other name than an id`() throws {
    let old = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    let new = try #require(ObjectID(hex: String(repeating: "2", count: 40)))
    let listed = ["a": new, "b": new, "c": old, "d": new, "e/f": new, "-g": new, "h": new]
    let limits = TravelLimits(sessions: 4)
    let choice = limits.choice(listed, known: ["d": old, "c": old], large: ["a": new, "h": old])
    #expect(choice == TravelLimits.Choice(wanted: ["d", "b"], left: ["a", "h"]))
  }
}
