import Git
import GitObjects
import TestSupport

@testable import GitProcess
@testable import Sync

/// Some machines around one remote in memory.
final class Lab: Sendable {
  let folder: TemporaryFolder
  let remote = MemoryRemote()
  let time = ManualTime()

  init() throws { folder = TemporaryFolder() }

  func machine(_ name: String, hearing: Hearing? = nil) throws -> Machine {
    try NewRepository.create(root: folder.path + "/" + name, branch: "main")
    return try again(name, hearing: hearing)
  }

  /// A machine that has these files before its engine begins.
  func machine(_ name: String, holding files: [String: String?]) async throws -> Machine {
    try NewRepository.create(root: folder.path + "/" + name, branch: "main")
    try await FolderHost(root: folder.path + "/" + name).save(files)
    return try again(name)
  }

  /// A machine with a way of its own to the remote.
  func machine(_ name: String, over transport: any Transport) throws -> Machine {
    try NewRepository.create(root: folder.path + "/" + name, branch: "main")
    return Machine(host: try FolderHost(root: folder.path + "/" + name), transport: transport, time: time)
  }

  /// The same folder with a new engine.
  func again(_ name: String, hearing: Hearing? = nil) throws -> Machine {
    Machine(
      host: try FolderHost(root: folder.path + "/" + name), transport: MemoryTransport(remote), hearing: hearing,
      time: time)
  }
}
