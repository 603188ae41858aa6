import Git
import GitObjects
import TestSupport
import Testing

@testable import GitProcess
@testable import Sync

/// Two engines with git's own children around a bare repository on a path.
@Suite struct PathRemoteTests {
  private func machines() async throws -> (folder: TemporaryFolder, a: Machine, b: Machine) {
    let folder = TemporaryFolder()
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    func machine(_ name: String) async throws -> Machine {
      try await folder.run("git", "init", "-q", "-b", "main", name)
      try await folder.run("git", "-C", name, "remote", "add", "origin", folder.path + "/hub.git")
      return Machine(
        host: try FolderHost(root: folder.path + "/" + name),
        transport: GitTransport(TransportConformanceTests.setting(folder, name)),
        hearing: .refs(directory: folder.path + "/hub"), time: ManualTime())
    }
    return (folder, try await machine("a"), try await machine("b"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `what one saved the other adopts without being asked or polling`() async throws {
    let (folder, a, b) = try await machines()
    for step in 0..<3 {
      let tip = try await a.save(["n.md": "\(step)\n"])
      let adopted = await b.next { if case .adopted(_, let id, _) = $0, id == tip { true } else { nil } }
      #expect(adopted == true)
    }
    #expect(await b.engine.state().hearing == .refs)
    #expect(try await b.host.files() == ["n.md": "2\n"])
    withExtendedLifetime(folder) {}
  }

  @Test(.timeLimit(.minutes(5)))
  func `two that push at the same time both end with everything`() async throws {
    let (folder, a, b) = try await machines()
    try await a.save(["n.md": "start\n"])
    try await a.sync()
    try await b.sync()
    let clocks = [a, b].map { machine in Task { await machine.time.run(step: .seconds(2)) } }
    defer { for clock in clocks { clock.cancel() } }
    for step in 0..<6 {
      async let first: Void = Self.saveAndSync(a, "a\(step).md")
      async let second: Void = Self.saveAndSync(b, "b\(step).md")
      _ = try await (first, second)
    }
    for machine in [a, b, a] { try await machine.sync() }
    #expect(try await a.host.tip() == b.host.tip())
    #expect(try await a.host.files().count == 13)
    try await folder.run("git", "-C", "hub.git", "fsck", "--full", "--strict")
  }

  private static func saveAndSync(_ machine: Machine, _ name: String) async throws {
    try await machine.save([name: name + "\n"])
    try await machine.sync()
  }

  @Test(arguments: [
    ("/srv/hub", false), ("/mnt/nas/hub", true), ("/mnt/na", false), ("/mnt/us b/hub", true), ("/home/x", false),
  ])
  func `a directory that other machines change unheard is known by its mount`(path: String, isShared: Bool) {
    let table = MountTable(
      """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      23 22 0:40 / /mnt/nas rw - nfs4 server:/x rw
      24 22 0:41 / /mnt/us\\040b rw shared:5 - fuse.sshfs ada@host: rw
      25 22 0:42 / /home rw - fuseblk /dev/sdb1 rw
      """)
    #expect(table.isShared(path) == isShared)
  }
}
