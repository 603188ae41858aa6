import WorkspaceAPI
import FoundationEssentials
import TestSupport
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

/// A configuration that is damaged while the daemon runs: it comes back, and a person's edit stays.
@Suite struct DamagedConfigurationTests {
  private func isKept(_ folder: TestFolder) -> Bool { folder.text(".git/config") == folder.text(".git/stet/config") }

  @Test(arguments: ["emptied", "zeroed", "cut", "deleted", "flipped"])
  func `it comes back while the daemon runs, and the exchange goes on`(damage: String) async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.open { workspace in
      // Newer than the copy of the start.
      try await folder.git("remote", "add", "origin", remote)
      try await until { isKept(folder) }
      let whole = try #require(folder.text(".git/config"))
      switch damage {
      case "emptied": try folder.save(".git/config", "")
      case "zeroed": try folder.save(".git/config", String(repeating: "\0", count: whole.utf8.count))
      case "cut": try folder.save(".git/config", String(whole.dropLast(9)))
      case "deleted": try FileManager.default.removeItem(atPath: folder.root + "/.git/config")
      default: try folder.save(".git/config", "\u{7F}" + whole.dropFirst())
      }
      try await until { folder.text(".git/config") == whole }
      try folder.save("a.md", "one\n")
      try await until { try await workspace.sync(SyncRequest(wait: true)).published == true }
      #expect(try await folder.git("--git-dir=" + remote, "show", "main:a.md") == "one")
      #expect(try await workspace.doctor().contains { $0.message.contains("configuration was damaged") })
    }
  }

  @Test(arguments: ["", "\0\0\0\0", nil])
  func `it comes back at the start, before the filter of git-lfs is written into it`(damage: String?) async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    var settings = folder.settings
    let programs = folder.place + "/bin"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: programs + "/git-lfs", withDestinationPath: "/bin/true")
    settings.environment["PATH"] = programs + ":/usr/local/bin:/usr/bin:/bin"
    for isDamaged in [false, true] {
      if isDamaged, let damage {
        try folder.save(".git/config", damage)
      } else if isDamaged {
        try FileManager.default.removeItem(atPath: folder.root + "/.git/config")
      }
      try await #require(try await Workspace.open(settings)).stop()
    }
    #expect(try await folder.git("remote", "get-url", "origin") == remote)
    // The key that says that the filter is there is the last one written.
    let keys = try await folder.git("config", "--local", "--name-only", "--get-regexp", "^filter\\.lfs\\.")
    #expect(keys.split(separator: "\n").count == 4 && keys.hasSuffix("filter.lfs.clean"), "\(keys)")
  }

  @Test func `what a person takes out of it stays out`() async throws {
    let folder = try await TestFolder()
    try await folder.git("remote", "add", "origin", try folder.makeRemote())
    try await folder.open { workspace in
      try await workspace.settle()
      try await folder.git("remote", "remove", "origin")
      let edited = try #require(folder.text(".git/config"))
      try await until { folder.text(".git/stet/config") == edited }
      try folder.save(".git/config", edited + "[user]\n\temail = ann@example.org\n")
      try await until { isKept(folder) }
      #expect(folder.text(".git/config")?.hasPrefix(edited + "[user]") == true)
    }
  }
}

/// The time that a configuration has to rest.
@Suite struct ConfigurationWatchTests {
  @Test func `it is looked at once, when nothing has happened to it for the rest`() {
    var watch = ConfigurationWatch()
    let atFirst = watch.begin(at: 5)
    watch.noteChange(at: 10)
    watch.noteChange(at: 20)
    let due = watch.due
    let looks = [-1, 0, 1].map { watch.begin(at: 20 + ConfigurationWatch.rest + $0) }
    #expect(!atFirst && due == 20 + ConfigurationWatch.rest)
    #expect(looks == [false, true, false] && watch.due == nil)
  }
}
