import Glibc
import LargeFiles
import TestSupport
import Testing

@testable import GitProcess

/// Objects at a server that has `git-lfs-transfer`; the one here is a small one of the tests' own, after the protocol's
/// text.
@Suite(.enabled(if: SSHServer.isInstalled && access("/usr/bin/python3", X_OK) == 0)) struct PacketPeerTests {
  private struct Bench {
    let server: SSHServer
    let setting: GitSetting
    let address: SSHAddress
    let peer: PacketPeer
    let a: ObjectFolder
    let b: ObjectFolder
    let stored: ObjectFolder
    let tools: TemporaryFolder

    /// - Parameter hasShell: whether any command is run, or this program alone.
    init(hasShell: Bool = true, fault: String = "") async throws {
      signal(SIGPIPE, SIG_IGN)
      let tools = TemporaryFolder()
      try tools.write(Self.program, to: "git-lfs-transfer", isProgram: true)
      let run = #"exec sh -c "$SSH_ORIGINAL_COMMAND""#
      let only =
        "case $SSH_ORIGINAL_COMMAND in git-lfs-transfer*) \(run);; esac; echo unrecognized command >&2; exit 128"
      try tools.write(
        "#!/bin/sh\nFAULT='\(fault)' PATH=\(tools.path):$PATH; export FAULT PATH\n\(hasShell ? run : only)\n",
        to: "login", isProgram: true)
      server = try await SSHServer(forced: "\(tools.path)/login")
      let folder = server.folder
      try await folder.run("git", "init", "-q", "--bare", "hub.git")
      try await folder.run("git", "init", "-q", "a")
      setting = TransportConformanceTests.setting(
        folder, "a", environment: ["GIT_SSH_COMMAND": server.command], runtimeDirectory: folder.path)
      address = SSHAddress(
        user: server.user, host: "127.0.0.1", port: Int(server.port), path: "\(folder.path)/hub.git")
      peer = PacketPeer(SSHProgram(address, setting, stall: .seconds(60)), path: address.path, pace: TransferPace())
      a = ObjectFolder(path: "\(folder.path)/a/lfs")
      b = ObjectFolder(path: "\(folder.path)/b/lfs")
      stored = ObjectFolder(path: "\(folder.path)/hub.git/lfs")
      self.tools = tools
    }

    func move(
      _ direction: TransferDirection, _ pointers: [Pointer], _ folder: ObjectFolder
    ) async -> [TransferOutcome] {
      let outcomes = await ObjectTransfer(direction, with: peer, folder: folder).run(
        TransferQueue(pointers, limits: peer.limits))
      return pointers.map { outcomes[$0.id] ?? .failed(.cancelled) }
    }

    private static let program = #"""
      #!/usr/bin/python3
      sys, os, hashlib = map(__import__, ("sys", "os", "hashlib"))
      i, o = sys.stdin.buffer, sys.stdout.buffer
      path, operation, fault = sys.argv[1], sys.argv[2], os.environ.get("FAULT", "")
      def read():
          n = int(i.read(4), 16)
          return n if n < 4 else i.read(n - 4)
      def lines():
          found = []
          while True:
              p = read()
              if isinstance(p, int): return found, p
              found.append(p.decode().rstrip("\n"))
      def data(b): o.write(b"%04x" % (len(b) + 4) + b)
      def text(t): data((t + "\n").encode())
      def mark(m): o.write(m); o.flush()
      def place(oid): return os.path.join(path, "lfs/objects", oid[:2], oid[2:4], oid)
      def fail(code, why): text("status %d" % code); o.write(b"0001"); text(why); mark(b"0000")
      text("version=1"); text("locking"); mark(b"0000")
      while True:
          head = read()
          if isinstance(head, int): break
          words = head.decode().rstrip("\n").split(" ")
          if words[0] == "version": lines(); text("status 200"); mark(b"0000")
          elif words[0] == "quit": lines(); text("status 200"); mark(b"0000"); break
          elif words[0] == "batch":
              lines(); wanted, _ = lines()
              text("status 200"); text("hash-algo=sha256"); o.write(b"0001")
              for line in wanted:
                  oid, size = line.split(" ")[:2]
                  has = os.path.exists(place(oid))
                  action = "noop" if has == (operation == "upload") else operation
                  text("%s %s %s id=%s token=t" % (oid, size, action, oid[:8]))
              mark(b"0000")
          elif words[0] == "get-object":
              arguments, _ = lines()
              if not os.path.exists(place(words[1])) or "token=t" not in arguments: fail(404, "not here"); continue
              body = open(place(words[1]), "rb").read()
              if fault == "damage": body = b"x" * len(body)
              text("status 200"); text("size=%d" % len(body)); o.write(b"0001")
              for at in range(0, len(body), 65515): data(body[at:at + 65515])
              mark(b"0000")
          elif words[0] == "put-object":
              arguments, _ = lines(); body = b""
              while True:
                  p = read()
                  if isinstance(p, int): break
                  body += p
              if fault == "full": fail(507, "no room"); continue
              if hashlib.sha256(body).hexdigest() != words[1] or "size=%d" % len(body) not in arguments:
                  fail(400, "wrong content"); continue
              os.makedirs(os.path.dirname(place(words[1])), exist_ok=True)
              open(place(words[1]), "wb").write(body)
              text("status 200"); mark(b"0000")
          elif words[0] == "verify-object":
              arguments, _ = lines()
              if os.path.exists(place(words[1])): text("status 200"); mark(b"0000")
              else: fail(404, "not here")
          else: lines(); fail(400, "unknown command")

      """#
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
  }

  @Test(arguments: [true, false])
  func `objects go through git-lfs-transfer where the server has it, with a shell or without`(
    hasShell: Bool
  ) async throws {
    let bench = try await Bench(hasShell: hasShell)
    let place = "\(bench.server.user)@127.0.0.1:\(bench.server.port)\(bench.server.folder.path)/hub.git"
    let address = try RemoteAddress("ssh://\(place)")
    #expect(await bench.setting.objects(of: address, .upload) == .success(.packets(bench.address)))
    let pointers = try [1, 65_516, 200_000, 3_000_000].map { try bench.a.store(Self.bytes($0)) }
    #expect(try await bench.peer.holds(pointers, apartFrom: bench.a).get().isEmpty)
    #expect(await bench.move(.upload, pointers, bench.a).allSatisfy { $0 == .moved })
    #expect(await bench.move(.upload, pointers, bench.a).allSatisfy { $0 == .present })
    for pointer in pointers { #expect(throws: Never.self) { try bench.stored.check(pointer) } }
    #expect(try await bench.peer.holds(pointers, apartFrom: bench.a).get().count == pointers.count)
    #expect(await bench.move(.download, pointers, bench.b).allSatisfy { $0 == .moved })
    for pointer in pointers { #expect(throws: Never.self) { try bench.b.check(pointer) } }
    await bench.server.stop(bench.setting)
  }

  @Test func `what git-lfs-transfer refuses is told in its words`() async throws {
    let bench = try await Bench(fault: "full")
    let pointer = try bench.a.store(Self.bytes(100_000))
    #expect(
      await bench.move(.upload, [pointer], bench.a) == [.failed(.status(507, message: "no room", retryAfter: nil))])
    let absent = try Pointer(hashing: Self.bytes(5_000))
    guard case .failed(let fault) = await bench.move(.download, [absent], bench.b).first else {
      Issue.record("an object that the server has not got")
      return
    }
    #expect(fault.deniesObject)
    await bench.server.stop(bench.setting)
  }

  @Test func `a damaged object that git-lfs-transfer gives gets no name`() async throws {
    let bench = try await Bench(fault: "damage")
    let pointer = try bench.a.store(Self.bytes(100_000))
    _ = await FolderTransfer(from: bench.a, to: bench.stored).run([pointer])
    guard case .failed(.wrong) = await bench.move(.download, [pointer], bench.b).first else {
      Issue.record("a damaged object was taken")
      return
    }
    #expect(!bench.b.holds(pointer))
    await bench.server.stop(bench.setting)
  }
}
