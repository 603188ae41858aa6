internal import FoundationEssentials
internal import Glibc
internal import MCP
internal import Testing

@testable internal import Agents

/// Special files in the folder, through every tool (reliability 132).
@Suite struct SpecialFileTests {
  enum Kind: String, CaseIterable, Sendable {
    case pipe, socket, device, folder, dangling, looping, process, outside

    /// Makes one; false where this user may not.
    func make(at path: String) -> Bool {
      switch self {
      case .pipe: return mkfifo(path, 0o600) == 0
      case .socket:
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
          }
        }
      // The one that gives zeros without end.
      case .device: return mknod(path, S_IFCHR | 0o600, dev_t(1 << 8 | 5)) == 0
      case .folder: return mkdir(path, 0o700) == 0
      case .dangling: return symlink("nowhere/at/all", path) == 0
      case .looping: return symlink(String(path.split(separator: "/").last ?? ""), path) == 0
      case .process: return symlink("/proc/self/environ", path) == 0
      case .outside: return symlink("../out.md", path) == 0
      }
    }

    /// Whether it is one that history can hold.
    var isRecorded: Bool {
      switch self {
      case .pipe, .socket, .device, .folder: false
      case .dangling, .looping, .process, .outside: true
      }
    }
  }

  @Test func `a link in the workspace is read and written through, with one token`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      try await folder.link("Deep.md", to: "a.md")
      try await folder.link("two.md", to: "./Deep.md")
      let read = await folder.call("read_text_file", ["path": "two.md"])
      #expect(read.text == "one\n")
      #expect(read.token == (await folder.call("read_text_file", ["path": "a.md"])).token)
      let token = try #require(read.token)
      let written = await folder.call("write_file", ["path": "two.md", "content": "two\n", "token": token])
      #expect(!written.isError, "\(written)")
      #expect(folder.text("a.md") == "two\n")
    }
  }

  @Test(arguments: Kind.allCases)
  func `no tool waits for it, reads it, writes it or takes it for a file`(_ kind: Kind) async throws {
    try await DoorFolder.use { folder in
      let path = folder.root + "/x"
      guard kind.make(at: path) else { return }
      let beside = String(folder.root.dropLast("Notes".count)) + "out.md"
      try Data("secret\n".utf8).write(to: URL(filePath: beside))
      try await folder.save("a.md", "one\n")
      var before = stat()
      #expect(lstat(path, &before) == 0)
      for (tool, arguments) in HostilePathTests.calls("x")
      where !["delete_file", "move_file", "create_directory"].contains(tool) {
        let result = await folder.call(tool, arguments)
        #expect(!"\(result)".contains("secret\\n") && !"\(result)".contains("PATH="), "\(tool): \(result)")
      }
      // The target of a link inside the workspace may be made; nothing else is taken for a file.
      for tool in ["append_file", "write_file"] where kind != .dangling {
        #expect(await folder.call(tool, ["path": "x", "content": "x"]).isError, "\(tool)")
      }
      if !kind.isRecorded { #expect(await folder.call("read_text_file", ["path": "x"]).isError) }
      var after = stat()
      #expect(lstat(path, &after) == 0)
      #expect(after.st_mode == before.st_mode && after.st_ino == before.st_ino)
      if !kind.isRecorded { #expect(try await folder.lastChange("x") == nil) }
      #expect(FileManager.default.contents(atPath: beside) == Data("secret\n".utf8))
      #expect(folder.text("a.md") == "one\n")
      // Calls for other files succeed.
      #expect(await folder.call("append_file", ["path": "a.md", "content": "two\n"]).isError == false)
    }
  }
}
