import FoundationEssentials
import TestSupport
import Testing

/// A file of `stet list --json`, and the state of its content if it is large.
struct LargeListing: Decodable {
  /// The state of a large file.
  struct Large: Decodable {
    /// Its word.
    let state: String
    /// The problem; nil if there is none.
    let problem: String?
    /// Bytes that have moved; nil where nothing moves.
    let moved: Int?
  }

  /// The path.
  let path: String
  /// Nil for what is not large.
  let large: Large?
}

extension TestWorkspace {
  /// The large files.
  func largeFiles() async throws -> [LargeListing] {
    let outcome = try await stet("list", "-r", "--json").mustSucceed()
    return try JSONDecoder().decode([LargeListing].self, from: Data(outcome.bytes)).filter { $0.large != nil }
  }

  /// The state of one.
  func large(_ path: String) async throws -> LargeListing.Large? {
    try await largeFiles().first { $0.path == path }?.large
  }

  /// Waits until a line of shell in the folder succeeds; its last outcome.
  func until(_ condition: String, within limit: Duration = .seconds(90)) async throws -> Outcome {
    try await machine.shell(
      "until \(condition); do read -rt 0.1 <> <(:) || true; done", in: root, within: limit)
  }

  /// Whether a placeholder is at a path.
  func hasPlaceholder(_ path: String) -> Bool { text(path)?.hasPrefix("version https://git-lfs") == true }

  /// The object that a placeholder names.
  func object(_ path: String) -> String? {
    text(path)?.split(separator: "\n").first { $0.hasPrefix("oid sha256:") }.map { String($0.dropFirst(11)) }
  }
}

extension Remote {
  /// Two folders over a remote whose objects a misbehaving server has; the second is not there yet.
  static func withMisbehavingServer(
    _ body: (LargeServer, Machine, Remote, TestWorkspace) async throws -> Void
  ) async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let server = try await LargeServer.misbehaving(on: machine)
        try await machine.run(["git", "config", "--global", "lfs.url", server.address + "/switched"]).mustSucceed()
        let remote = try await Remote(on: machine)
        let a = try await remote.workspace("a")
        try a.save(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
        try await a.barrier()
        try await body(server, machine, remote, a)
        await server.stop()
      }
    }
  }

  /// Another folder, by `stet clone`, with its daemon.
  func clone(_ name: String) async throws -> TestWorkspace {
    let folder = TestWorkspace(root: machine.place + "/" + name, on: machine)
    try await machine.run([Machine.binary, "clone", path, folder.root]).mustSucceed()
    try await folder.stet("start").mustSucceed()
    return folder
  }
}
