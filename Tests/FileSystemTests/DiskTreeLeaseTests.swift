import CLinux
import FileSystem
import GitObjects
import Glibc
import TestSupport
import Testing

@Suite struct `Leases on the disk` {
  private let folder = TemporaryFolder()

  @Test func `the lease signal does not end the process`() throws {
    _ = try DiskTree(root: folder.path)
    var action = sigaction()
    #expect(sigaction(SIGIO, nil, &action) == 0)
    // SIG_IGN is 1, SIG_DFL 0; with the default this test run would end here.
    raise(SIGIO)
  }

  private func start(_ script: String) throws -> Program {
    try Program(["sh", "-c", script], in: folder.path, environment: Program.quietGit)
  }

  @Test func `a writer that opens a file while it is read waits and then writes, and nobody is killed`() throws {
    let tree = try DiskTree(root: folder.path)
    let place = try FileLocation(WorkspacePath("file"))
    try tree.create(place, bytes: [UInt8](repeating: 65, count: 200_000), permissions: 0o644, durable: false)
    let child = try start("i=0; while [ $i -lt 500 ]; do : >>file; i=$((i+1)); done")
    while child.isRunning {
      let content = try #require(try tree.read(place, limit: 1 << 20))
      #expect(content.bytes.count == 200_000)
    }
    #expect(child.outcome?.status == 0)
    #expect(try tree.read(place, limit: 1 << 20)?.isSettled == true)
  }

  @Test func `a lease that somebody holds delays an append and does not make it fail`() async throws {
    let tree = try DiskTree(root: folder.path)
    let place = try FileLocation(WorkspacePath("file"))
    try tree.create(place, bytes: [], permissions: 0o644, durable: false)
    let holder = open(folder.path + "/file", O_RDONLY | O_CLOEXEC)
    defer { close(holder) }
    // A child that another test is just starting may still hold the descriptor that made the file.
    try await until { fcntl(holder, clinux_f_setlease, F_RDLCK) == 0 }
    async let appended = tree.append(place, bytes: [65], durable: false)
    try await until { fcntl(holder, clinux_f_getlease) != F_RDLCK }
    _ = fcntl(holder, clinux_f_setlease, F_UNLCK)
    #expect(try await appended.size == 1)
  }

  @Test func `a file of one's own is read also while it is open for writing`() throws {
    let tree = try DiskTree(root: folder.path)
    let place = try FileLocation(WorkspacePath("own"))
    #expect(try !tree.readOwn(place) { _ in })
    let bytes = [UInt8](repeating: 65, count: (1 << 20) + 3)
    try tree.create(place, bytes: bytes, permissions: 0o644, durable: false)
    let writer = open(folder.path + "/own", O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    #expect(try tree.readPieces(of: place) { _ in true }?.isSettled == false)
    var read: [UInt8] = []
    #expect(try tree.readOwn(place) { read += $0 })
    #expect(read == bytes)
  }

  @Test func `who wants to write to a file that is read in pieces waits for one piece only`() throws {
    let tree = try DiskTree(root: folder.path)
    let place = try FileLocation(WorkspacePath("file"))
    try tree.create(place, bytes: [UInt8](repeating: 65, count: 8 << 20), permissions: 0o644, durable: false)
    var wasAsked = false
    // A child that another test is just starting may still hold the descriptor that made the file: no lease then.
    try untilBlocking {
      var pieces = 0
      let reading = try tree.readPieces(of: place) { _ in
        pieces += 1
        if pieces == 1 {
          let writer = open(folder.path + "/file", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
          wasAsked = writer < 0 && errno == EWOULDBLOCK
          if writer >= 0 { close(writer) }
        }
        return true
      }
      if wasAsked { #expect(pieces == 1 && reading?.isSettled == false) }
      return wasAsked
    }
    let writer = open(folder.path + "/file", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    #expect(writer >= 0)
    close(writer)
  }

  @Test(.timeLimit(.minutes(5))) func `a writable mapping whose descriptor is closed counts as a writer`() throws {
    let tree = try DiskTree(root: folder.path)
    let place = try FileLocation(WorkspacePath("file"))
    try tree.create(place, bytes: [UInt8](repeating: 65, count: 4_096), permissions: 0o644, durable: false)
    let number = open(folder.path + "/file", O_RDWR | O_CLOEXEC)
    let mapping = try #require(mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0))
    close(number)
    #expect(try tree.use(of: place) == .written)
    #expect(try tree.read(place, limit: 4_096)?.isSettled == false)
    munmap(mapping, 4_096)
    // A program that another test starts has the descriptor until it runs.
    try untilBlocking { try tree.use(of: place) == .free }
  }

  @Test func `a file that changes while it is read comes with isSettled false, or whole`() throws {
    let tree = try DiskTree(root: folder.path)
    let place = try FileLocation(WorkspacePath("file"))
    try tree.create(place, bytes: [], permissions: 0o644, durable: false)
    let script = "i=0; while [ $i -lt 150 ]; do printf aaaaaaaa >file; printf bb >file; i=$((i+1)); done"
    let child = try start(script)
    while child.isRunning {
      let content = try #require(try tree.read(place, limit: 100))
      if content.isSettled {
        #expect(["aaaaaaaa", "bb", ""].contains(String(decoding: content.bytes, as: UTF8.self)))
      }
    }
    #expect(child.outcome?.status == 0)
  }
}
