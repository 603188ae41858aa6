import Git
import GitObjects
import SystemPackage
import TestSupport
import Testing

@testable import GitProcess
@testable import Sync

@Suite(.enabled(if: SSHServer.isInstalled)) struct SSHTests {
  private func repository(_ server: SSHServer) async throws -> (store: Repository, setting: GitSetting) {
    let folder = server.folder
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "it's a hub.git")
    try await folder.run("git", "init", "-q", "-b", "main", "a")
    try await folder.run(
      "git", "-C", "a", "remote", "add", "origin",
      "ssh://\(server.user)@127.0.0.1:\(server.port)\(folder.path)/it's a hub.git")
    let setting = TransportConformanceTests.setting(
      folder, "a", environment: ["GIT_SSH_COMMAND": server.command], runtimeDirectory: folder.path)
    return (try Repository(root: folder.path + "/a"), setting)
  }

  private func address(_ server: SSHServer) -> SSHAddress {
    SSHAddress(user: server.user, host: "127.0.0.1", port: Int(server.port), path: server.folder.path + "/it's a hub")
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is pushed over ssh is heard with its commit`() async throws {
    let server = try await SSHServer()
    let (store, setting) = try await repository(server)
    let transport = GitTransport(setting)
    var heard = Hearing.ssh(address(server), setting: setting).listen("main").makeAsyncIterator()
    #expect(await heard.next() == .ready)
    let first = try store.makeCommit(["a.md": "a\n"])
    #expect(try await transport.push(first, to: "main", from: store, isolation: nil) == .accepted)
    #expect(await heard.next() == .changed(first))
    // One server connection for all: the listener's.
    #expect(try await server.folder.run("find", server.folder.path, "-maxdepth", "1", "-name", "ssh-*") != "")
    try await server.folder.run("git", "-C", "it's a hub.git", "pack-refs", "--all")
    let second = try store.makeCommit(["a.md": "b\n"], parents: [first])
    #expect(try await transport.push(second, to: "main", from: store, isolation: nil) == .accepted)
    #expect(await heard.next() == .changed(second))
    #expect(try await transport.fetch("main", into: store, isolation: nil) == .fetched(second))
    await server.stop(setting)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a push announced over ssh is heard before the script's next look`() async throws {
    let server = try await SSHServer()
    let (store, setting) = try await repository(server)
    let hub = server.folder.path + "/it's a hub.git"
    func wakes() async throws -> String { try await server.folder.run("find", hub, "-name", "stet-wake-*") }
    // A FIFO of a script that was killed: no process has this id.
    try server.folder.write("", to: "it's a hub.git/stet-wake-99999999")
    let transport = GitTransport(setting)
    let first = try store.makeCommit(["a.md": "a\n"])
    #expect(try await transport.push(first, to: "main", from: store, isolation: nil) == .accepted)
    do {
      // The server sees nothing by itself for minutes.
      func hearing() -> Hearing {
        .ssh(address(server), setting: setting, silence: .seconds(3_600), poll: .seconds(600))
      }
      let (a, b) = (hearing(), hearing())
      var (ofA, ofB) = (a.listen("main").makeAsyncIterator(), b.listen("main").makeAsyncIterator())
      for event in [HearingEvent.ready, .changed(first)] {
        #expect(await ofA.next() == event)
        #expect(await ofB.next() == event)
      }
      #expect(try await wakes().split(separator: "\n").count == 2)
      let second = try store.makeCommit(["a.md": "b\n"], parents: [first])
      #expect(try await transport.push(second, to: "main", from: store, isolation: nil) == .accepted)
      a.announce()
      #expect(await ofB.next() == .changed(second))
    }
    try await until { try await wakes().isEmpty }
    await server.stop(setting)
  }

  @Test(arguments: ["sh", "dash", "bash --posix", "zsh", "mksh", "busybox sh"])
  func `any shell runs the listener's script until its input ends`(shell: String) async throws {
    let folder = TemporaryFolder()
    let program = shell.prefix { $0 != " " }
    if try await folder.run("sh", "-c", "command -v \(program) || true").isEmpty { return }
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    let script = ListenerScript.text(path: folder.path + "/hub", branch: "main", poll: .milliseconds(200))
    let command = "exec \(shell)" + ListenerScript.command(for: script).dropFirst("exec sh".count)
    var child = ChildProcess(
      program: "/bin/sh", arguments: ["-c", command], environment: folder.environment(),
      directory: FilePath(folder.path))
    child.input = script + ListenerScript.pushed
    let result = try await child.run(deadline: .exchange)
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").first == ListenerScript.greeting[...])
    #expect(try await folder.run("find", "hub.git", "-name", "stet-wake-*") == "")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a server without a shell is polled`() async throws {
    let server = try await SSHServer(forced: "echo unrecognized command")
    let (store, setting) = try await repository(server)
    var heard = Hearing.ssh(address(server), setting: setting).listen("main").makeAsyncIterator()
    #expect(await heard.next() == .unsupported("the server gives no shell: 'unrecognized command'"))
    #expect(await heard.next() == nil)
    await server.stop(setting)
    withExtendedLifetime(store) {}
  }

  @Test(.timeLimit(.minutes(5)))
  func `an unknown key is denied and an unknown host is told apart`() async throws {
    let server = try await SSHServer()
    let (store, setting) = try await repository(server)
    var strict = setting
    strict.sshCommand = server.command + " -oStrictHostKeyChecking=yes -oControlMaster=no -oControlPath=none"
    do {
      _ = try await GitTransport(strict).fetch("main", into: store, isolation: nil)
      Issue.record("let in")
    } catch { if case .hostKey = error {} else { Issue.record("\(error)") } }
    try server.folder.write("", to: "allowed")
    do {
      _ = try await GitTransport(setting).fetch("main", into: store, isolation: nil)
      Issue.record("let in")
    } catch { if case .denied = error {} else { Issue.record("\(error)") } }
    await server.stop(setting)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a listener that hears nothing at all gives up`() async throws {
    let server = try LoopbackServer()
    let folder = TemporaryFolder()
    try await folder.run("git", "init", "-q", "a")
    let setting = TransportConformanceTests.setting(folder, "a", environment: ["GIT_SSH_COMMAND": "ssh -F none"])
    let address = SSHAddress(user: "x", host: "127.0.0.1", port: Int(server.port), path: "/n")
    var heard = Hearing.ssh(address, setting: setting, silence: .milliseconds(300)).listen("main").makeAsyncIterator()
    #expect(await heard.next() == nil)
  }

  @Test(arguments: [
    (["stet-listen 1", "beat", "changed none"], [HearingEvent.ready, .changed(nil)]),
    (["stet-listen no"], [.unsupported("the server's shell finds no repository of files there")]),
    (["fish: Unknown command"], [.unsupported("the server gives no shell: 'fish: Unknown command'")]),
  ])
  func `the script's lines are read`(lines: [String], events: [HearingEvent]) {
    var reader = ListenerLine()
    #expect(lines.compactMap { reader.read($0) } == events)
  }
}
