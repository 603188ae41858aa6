import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import LargeFiles
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

/// Stet's large files are an ordinary repository of git and git-lfs.
@Suite(.enabled(if: access("/usr/bin/git-lfs", X_OK) == 0)) struct LargeInteropTests {
  /// Runs a line of shell beside the folder, with git-lfs as every git's filter.
  @discardableResult
  private func shell(_ folder: TestFolder, _ line: String) async throws -> String {
    let filters = "git config --global --get filter.lfs.required >/dev/null || git lfs install --skip-repo >/dev/null"
    let start = "unset $(git rev-parse --local-env-vars); cd \(folder.place) && {"
    let alias = "alias.run=!\(start) \(filters); \(line); }; exit $?; #"
    return String(decoding: try await folder.git.run(["-c", alias, "run"]), as: UTF8.self)
  }

  @Test func `git and git-lfs clone, check and find clean what Stet recorded`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    let first = String(repeating: "film ", count: 2_200_000)
    try await folder.open { workspace in
      try folder.save("film.mov", first)
      try folder.save("with space/a [1].bin", String(repeating: "other ", count: 2_000_000))
      try folder.save("small.md", "words\n")
      try await workspace.settle()
      try folder.save("film.mov", first + "end")
      try await workspace.settle()
      #expect(try await workspace.status().held.isEmpty)
    }
    #expect(try await shell(folder, "git -C Notes status --porcelain") == "")
    #expect(try await shell(folder, "git -C Notes lfs fsck").contains("OK"))
    let clone = folder.place + "/clone"
    try await shell(folder, "git clone -q \(remote) clone")
    for path in ["film.mov", "with space/a [1].bin", "small.md", ".gitattributes"] {
      #expect(
        FileManager.default.contentsEqual(atPath: folder.root + "/" + path, andPath: clone + "/" + path), "\(path)")
    }
    #expect(try await shell(folder, "git -C clone lfs fsck").contains("OK"))
    #expect(try await shell(folder, "git -C clone status --porcelain") == "")
    #expect(try await shell(folder, "git -C clone lfs ls-files --name-only").split(separator: "\n").count == 2)
  }

  @Test func `a clone puts placeholders where git-lfs is git's filter and the contents are nowhere`() async throws {
    let one = try await TestFolder(machine: "one")
    let remote = try one.makeRemote()
    try await one.git("remote", "add", "origin", remote)
    try one.save("film.bin", String(repeating: "film ", count: 2_200_000))
    try await one.open { workspace in try await workspace.settle() }
    try FileManager.default.removeItem(atPath: remote + "/lfs")
    let two = try await TestFolder(machine: "two", isEmpty: true)
    try await shell(two, "true")
    _ = try await WorkspaceSetUp.clone(remote, two.settings)
    #expect(two.text("film.bin")?.hasPrefix("version https://git-lfs.github.com") == true)
    try await shell(two, "test -z \"$(git -C Notes status --porcelain)\"")
  }

  @Test func `two machines that change a large file keep both contents and both lines`() async throws {
    let one = try await TestFolder(machine: "one")
    let remote = try one.makeRemote()
    try await one.git("remote", "add", "origin", remote)
    try one.save("shared.bin", String(repeating: "first ", count: 2_000_000))
    try await one.open { workspace in try await workspace.settle() }
    let two = try await TestFolder(machine: "two", isEmpty: true)
    try await shell(two, "git clone -q \(remote) Notes")
    _ = try await WorkspaceSetUp.initialize(two.settings, remote: nil, useTemplate: false)
    // Out of reach of each other.
    try #require(rename(remote, remote + ".away") == 0)
    try await two.open { workspace in
      try two.save("shared.bin", String(repeating: "two ", count: 3_000_000))
      try two.save("two.bin", String(repeating: "t", count: 11_000_000))
      await #expect(throws: VerbError.self) { try await workspace.settle() }
    }
    try #require(rename(remote + ".away", remote) == 0)
    try await one.open { workspace in
      try one.save("shared.bin", String(repeating: "one ", count: 3_000_000))
      try one.save("one.bin", String(repeating: "o", count: 11_000_000))
      try await workspace.settle()
    }
    try await two.open { workspace in try await workspace.settle() }
    try await one.open { workspace in
      try await workspace.settle()
      #expect(try await one.git("rev-parse", "refs/stet/tip") == two.git("rev-parse", "refs/stet/tip"))
      #expect(try await workspace.conflicts(.person).map(\.path) == ["shared.bin"])
      let pointers = try await workspace.keeper.largeFiles(under: nil).map(\.pointer)
      #expect(pointers.count == 3)
      let text = try #require(one.text(".gitattributes"))
      for name in ["/one.bin ", "/two.bin ", "/shared.bin "] { #expect(text.contains(name)) }
      let there = ObjectFolder(path: remote + "/lfs")
      let versions = ["one ", "two "].map { Array(String(repeating: $0, count: 3_000_000).utf8) }
      for version in versions { try there.check(Pointer(hashing: version)) }
      let present = try #require(
        try await workspace.keeper.largeFiles(under: WorkspacePath("shared.bin")).first?.pointer)
      #expect(try versions.map { try Pointer(hashing: $0) }.contains(present))
    }
  }

  @Test func `what git-lfs committed and pushed comes as a placeholder, and as content where it is placed`()
    async throws
  {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try await folder.open { workspace in
      try folder.save(".stet/policy.toml", "[placeholders]\ndownload = \"lazy\"\n")
      try await workspace.settle()
      let content = Data(String(repeating: "content ", count: 100_000).utf8)
      try content.write(to: URL(filePath: folder.place + "/a.bin"))
      let author = "-c user.name=Bob -c user.email=bob@example.org"
      try await shell(
        folder,
        "git clone -q \(remote) clone && cd clone && git lfs track '*.bin' >/dev/null && cp ../a.bin . && git add . "
          + "&& git \(author) commit -qm 'by git' && git push -q origin HEAD")
      try await workspace.settle()
      let entry = try #require(try await workspace.keeper.largeFiles(under: nil).first)
      #expect(entry.path.string == "a.bin" && entry.state == .placeholder)
      #expect(folder.text("a.bin") == String(decoding: entry.pointer.bytes, as: UTF8.self))
      #expect(await workspace.keeper.place(entry.path, entry.pointer) == .missing)
      _ = try workspace.keeper.large.folder.store([UInt8](content))
      #expect(await workspace.keeper.place(entry.path, entry.pointer) == .done)
      try await workspace.settle()
      #expect(FileManager.default.contents(atPath: folder.root + "/a.bin") == content)
      #expect(try await workspace.keeper.largeFiles(under: nil).map(\.state) == [.content])
      #expect(try await shell(folder, "git -C Notes status --porcelain") == "")
      #expect(await workspace.keeper.makePlaceholder(entry.path, entry.pointer) == .done)
      try await workspace.settle()
      #expect(try await workspace.keeper.largeFiles(under: nil).map(\.state) == [.placeholder])
      #expect(try await shell(folder, "git -C Notes status --porcelain") == "")
      let tip = try await folder.git("rev-parse", "refs/stet/tip")
      #expect(try await shell(folder, "git -C clone rev-parse HEAD") == tip + "\n")
    }
  }
}
