import Glibc
import LargeFiles
import TestSupport
import Testing

@testable import GitProcess

/// Objects in a bare repository behind an ssh server with nothing but a shell.
@Suite(.enabled(if: SSHServer.isInstalled)) struct ShellPeerTests {
  /// A server whose `dd` goes wrong once, in a way that the test names; two object folders that exchange over it.
  private struct Bench {
    let server: SSHServer
    let setting: GitSetting
    let peer: ShellPeer
    let a: ObjectFolder
    let b: ObjectFolder

    init(_ fault: String = "") async throws {
      // As the daemon does: a write to a child that has ended fails with an error.
      signal(SIGPIPE, SIG_IGN)
      let tools = TemporaryFolder()
      try tools.write(
        """
        #!/bin/sh
        PATH=\(tools.path):$PATH; export PATH
        exec sh -c "$SSH_ORIGINAL_COMMAND"
        """, to: "login", isProgram: true)
      if !fault.isEmpty {
        try tools.write(
          """
          #!/bin/sh
          echo "$*" >> \(tools.path)/calls
          for word; do case $word in of=*) to=${word#of=};; esac; done
          mkdir \(tools.path)/once 2>/dev/null || exec /bin/dd "$@"
          \(fault)
          """, to: "dd", isProgram: true)
      }
      server = try await SSHServer(forced: "\(tools.path)/login")
      let folder = server.folder
      try await folder.run("git", "init", "-q", "--bare", "it's a hub.git")
      setting = TransportConformanceTests.setting(
        folder, "a", environment: ["GIT_SSH_COMMAND": server.command], runtimeDirectory: folder.path)
      try await folder.run("mkdir", "-p", "a/.git")
      let address = SSHAddress(
        user: server.user, host: "127.0.0.1", port: Int(server.port), path: "\(folder.path)/it's a hub")
      peer = ShellPeer(
        SSHProgram(address, setting, stall: .seconds(60)), path: address.path, owner: "me", pace: TransferPace())
      a = ObjectFolder(path: "\(folder.path)/a/lfs")
      b = ObjectFolder(path: "\(folder.path)/b/lfs")
      self.tools = tools
    }

    let tools: TemporaryFolder

    /// The objects of the bare repository, as a path remote has them.
    var stored: ObjectFolder { ObjectFolder(path: "\(server.folder.path)/it's a hub.git/lfs") }

    func move(_ direction: TransferDirection, _ pointers: [Pointer], _ folder: ObjectFolder) async -> [TransferOutcome]
    {
      let outcomes = await ObjectTransfer(direction, with: peer, folder: folder).run(
        TransferQueue(pointers, limits: peer.limits))
      return pointers.map { outcomes[$0.id] ?? .failed(.cancelled) }
    }

    func end() async { await server.stop(setting) }
  }

  private static func bytes(_ count: Int, seed: UInt8 = 7) -> [UInt8] {
    var value = UInt32(seed)
    return (0..<count).map { _ in
      value = value &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: value >> 24)
    }
  }

  @Test func `objects of every size go up and come down, and stand where path remotes have them`() async throws {
    let bench = try await Bench()
    let pointers = try [1, 100, 1 << 20, (1 << 20) + 1, 5_000_000].map { try bench.a.store(Self.bytes($0)) }
    #expect(await bench.move(.upload, pointers, bench.a).allSatisfy { $0 == .moved })
    #expect(await bench.move(.upload, pointers, bench.a).allSatisfy { $0 == .present })
    for pointer in pointers { #expect(throws: Never.self) { try bench.stored.check(pointer) } }
    #expect(try await bench.server.folder.run("find", "it's a hub.git/lfs/incomplete", "-type", "f") == "")
    #expect(await bench.move(.download, pointers, bench.b).allSatisfy { $0 == .moved })
    for pointer in pointers { #expect(throws: Never.self) { try bench.b.check(pointer) } }
    await bench.end()
  }

  @Test func `what the server has not got is said to be missing there`() async throws {
    let bench = try await Bench()
    let pointer = try Pointer(hashing: Self.bytes(1_000))
    #expect(try await bench.peer.holds([pointer], apartFrom: bench.a).get().isEmpty)
    let outcome = await bench.move(.download, [pointer], bench.b)
    guard case .failed(let fault) = outcome.first else {
      Issue.record("\(outcome)")
      return
    }
    #expect(fault.deniesObject)
    await bench.end()
  }

  @Test(arguments: [
    // The connection breaks, for all that share it.
    "head -c 3500000 | /bin/dd \"$@\"; p=$PPID; while ! grep -q '^Name:.sshd' /proc/$p/status; do "
      + "p=$(sed -n 's/^PPid:.//p' /proc/$p/status); done; kill -9 $p",
    // The disk gives up for a moment.
    "head -c 3500000 | /bin/dd \"$@\" 2>/dev/null; cat > /dev/null",
  ])
  func `an upload that was cut off goes on where it came to`(fault: String) async throws {
    let bench = try await Bench(fault)
    let pointer = try bench.a.store(Self.bytes(9_000_000))
    #expect(await bench.move(.upload, [pointer], bench.a) == [.moved])
    #expect(throws: Never.self) { try bench.stored.check(pointer) }
    let calls = try #require(bench.tools.text("calls")).split(separator: "\n")
    #expect(calls.count == 2 && calls[0].contains("seek=0") && calls[1].contains("seek=3"), "\(calls)")
    await bench.end()
  }

  @Test func `a download that was cut off goes on where it came to`() async throws {
    let bench = try await Bench("/bin/dd \"$@\" | head -c 5500000")
    let pointer = try bench.a.store(Self.bytes(9_000_000))
    _ = await FolderTransfer(from: bench.a, to: bench.stored).run([pointer])
    #expect(await bench.move(.download, [pointer], bench.b) == [.moved])
    let calls = try #require(bench.tools.text("calls")).split(separator: "\n")
    #expect(calls.count == 2 && calls[0].contains("skip=0") && calls[1].contains("skip=5"), "\(calls)")
    await bench.end()
  }

  @Test func `what arrives damaged on the server gets no name there, and is sent again`() async throws {
    let bench = try await Bench("/bin/dd \"$@\"; printf x | /bin/dd of=\"$to\" bs=1 seek=1000 conv=notrunc 2>/dev/null")
    let pointer = try bench.a.store(Self.bytes(3_000_000))
    #expect(await bench.move(.upload, [pointer], bench.a) == [.moved])
    #expect(throws: Never.self) { try bench.stored.check(pointer) }
    let calls = try #require(bench.tools.text("calls")).split(separator: "\n")
    #expect(calls.count == 2 && calls[1].contains("seek=0"), "\(calls)")
    await bench.end()
  }

  @Test func `what arrives damaged here gets no name, and comes again`() async throws {
    let bench = try await Bench("head -c 3000000 /dev/zero")
    let pointer = try bench.a.store(Self.bytes(3_000_000))
    _ = await FolderTransfer(from: bench.a, to: bench.stored).run([pointer])
    #expect(await bench.move(.download, [pointer], bench.b) == [.moved])
    #expect(throws: Never.self) { try bench.b.check(pointer) }
    await bench.end()
  }

  @Test func `an object that is damaged here never stands whole on the server`() async throws {
    let bench = try await Bench()
    let pointer = try bench.a.store(Self.bytes(3_000_000))
    try await bench.server.folder.run(
      "sh", "-c", "printf x | dd of=\"$0\" bs=1 conv=notrunc", bench.a.place(of: pointer.id))
    #expect(await bench.move(.upload, [pointer], bench.a) == [.failed(.local(.wrongContent(pointer.id)))])
    #expect(!bench.stored.holds(pointer))
    await bench.end()
  }

  @Test func `the server hashes what it has before the last copy goes, and sets aside what is damaged`() async throws {
    let bench = try await Bench()
    let pointers = try [1_000, 2_000].map { try bench.a.store(Self.bytes($0)) }
    for pointer in pointers { _ = try bench.stored.store(Self.bytes(pointer.size)) }
    #expect(await bench.peer.damaged(pointers) == [])
    let place = bench.stored.place(of: pointers[0].id)
    try await bench.server.folder.run("sh", "-c", "printf x | dd of=\"$0\" bs=1 conv=notrunc", place)
    #expect(try await bench.peer.holds(pointers, apartFrom: bench.a).get().count == 2)
    #expect(await bench.peer.damaged(pointers) == [pointers[0].id])
    #expect(try await bench.peer.holds(pointers, apartFrom: bench.a).get() == [pointers[1].id])
    #expect(access(place + ".damaged", F_OK) == 0)
    await bench.end()
  }

  @Test func `an object that the server cannot read is no copy, and stays where it is`() async throws {
    let bench = try await Bench()
    let pointers = try [1_000, 2_000].map { try bench.a.store(Self.bytes($0)) }
    for pointer in pointers { _ = try bench.stored.store(Self.bytes(pointer.size)) }
    let programs = ["sha256sum", "shasum", "openssl", "sha256"]
    for name in programs {
      try bench.tools.write(
        """
        #!/bin/sh
        case $(readlink /proc/self/fd/0) in *\(pointers[0].id.hex)) exit 1 ;; esac
        exec /usr/bin/sha256sum
        """, to: name, isProgram: true)
    }
    #expect(await bench.peer.damaged(pointers) == [pointers[0].id])
    #expect(try await bench.peer.holds(pointers, apartFrom: bench.a).get().count == 2)
    // Without a program that hashes, the size counts.
    for name in programs { try bench.tools.write("#!/bin/sh\nexit 1\n", to: name, isProgram: true) }
    #expect(await bench.peer.damaged(pointers) == [])
    await bench.end()
  }

  @Test func `a folder that is this one under another name holds nothing`() async throws {
    let bench = try await Bench()
    let pointer = try bench.a.store(Self.bytes(1_000))
    try await bench.server.folder.run("ln", "-s", bench.a.path, "it's a hub.git/lfs")
    #expect(try await bench.peer.holds([pointer], apartFrom: bench.a).get().isEmpty)
    #expect(try await bench.peer.holds([pointer], apartFrom: bench.b).get() == [pointer.id])
    await bench.end()
  }

  @Test func `a full disk there is said, and nothing stays of the object`() async throws {
    let bench = try await Bench("echo \"dd: error writing '$to': No space left on device\" >&2; exit 1")
    let pointer = try bench.a.store(Self.bytes(3_000_000))
    let outcome = await bench.move(.upload, [pointer], bench.a)
    guard case .failed(.status(507, let message, _)) = outcome.first else {
      Issue.record("\(outcome)")
      return
    }
    #expect(message.contains("No space left"))
    #expect(try await bench.server.folder.run("find", "it's a hub.git/lfs", "-type", "f") == "")
    await bench.end()
  }

  @Test(arguments: ["exec git-shell -c \"$SSH_ORIGINAL_COMMAND\"", "echo Welcome; exit 1", "exit 127"])
  func `a server that gives no shell is said to need another place for objects`(login: String) async throws {
    let script = TemporaryFolder()
    try script.write("#!/bin/sh\n\(login)\n", to: "login", isProgram: true)
    let server = try await SSHServer(forced: "\(script.path)/login")
    try await server.folder.run("git", "init", "-q", "a")
    let setting = TransportConformanceTests.setting(
      server.folder, "a", environment: ["GIT_SSH_COMMAND": server.command])
    let address = try RemoteAddress("ssh://\(server.user)@127.0.0.1:\(server.port)/srv/hub.git")
    guard case .failure(let fault) = await setting.objects(of: address, .upload) else {
      Issue.record("a place for objects where there is none")
      return
    }
    #expect(fault.description.contains("set lfs.url"), "\(fault)")
    await server.stop(setting)
  }

  @Test func `a repository with a shell and no program for objects is used as it is`() async throws {
    let bench = try await Bench()
    let folder = bench.server.folder
    try await folder.run("git", "init", "-q", "a")
    let address = try RemoteAddress(
      "ssh://\(bench.server.user)@127.0.0.1:\(bench.server.port)\(folder.path)/it's a hub")
    guard case .success(.shell) = await bench.setting.objects(of: address, .upload) else {
      Issue.record("no place for objects")
      return
    }
    await bench.end()
  }
}
