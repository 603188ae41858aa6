import Git
import GitObjects
import TestSupport
import Testing

@Suite struct SyncHostConformanceTests {
  @Test(arguments: SyncHostRule.allCases)
  func `the host of these tests follows each rule of a host`(rule: SyncHostRule) async throws {
    let folder = TemporaryFolder()
    try NewRepository.create(root: folder.path + "/a", branch: "main")
    let host = try FolderHost(root: folder.path + "/a")
    let bench = SyncHostBench(
      host: FolderSide(folder: host),
      save: { try await host.save([$0: $1]) },
      make: { path, text, parent in
        let other = try MachineStore(host.root).store
        var files = try other.files(parent)
        files[path] = text
        return try await host.make(files, parents: [parent])
      },
      answer: { await host.answer($0.kind, $1) })
    #expect(try await rule.departure(on: bench) == nil)
  }
}
