import TestSupport
import Testing

/// A bare repository that folders meet over.
struct Remote: Sendable {
  /// The repository's path.
  let path: String
  /// The machine it is on.
  let machine: Machine

  /// One that is there already.
  init(at path: String, on machine: Machine) {
    self.path = path
    self.machine = machine
  }

  /// Makes an empty one.
  init(on machine: Machine, named name: String = "remote.git") async throws {
    path = machine.place + "/" + name
    self.machine = machine
    try await machine.run(["git", "init", "-q", "--bare", "-b", "main", path]).mustSucceed()
  }

  /// Runs git in it.
  @discardableResult
  func git(_ arguments: String...) async throws -> Outcome { try await machine.run(["git"] + arguments, in: path) }

  /// A workspace that is new here, with its daemon.
  func workspace(_ name: String, at url: String? = nil) async throws -> TestWorkspace {
    let workspace = TestWorkspace(root: machine.place + "/" + name, on: machine)
    try await workspace.initialize("--remote", url ?? path)
    try await workspace.stet("start").mustSucceed()
    return workspace
  }

  /// Runs a body with folders that exchange over one remote.
  static func run(
    _ names: [String] = ["a", "b"], scheme: String = "", _ body: (Remote, [TestWorkspace]) async throws -> Void
  ) async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let remote = try await Remote(on: machine)
        var folders: [TestWorkspace] = []
        for name in names { folders.append(try await remote.workspace(name, at: scheme + remote.path)) }
        try await body(remote, folders)
      }
    }
  }
}

extension Remote {
  /// Expects the same tip and the same files everywhere, and nothing for stock git to say.
  func expectConverged(_ folders: [TestWorkspace], _ location: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<2 { for folder in folders { try await folder.barrier(location) } }
    let tip = try await git("rev-parse", "refs/heads/main").word
    let list = "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0r sha1sum"
    let first = try await folders[0].shell(list)
    for folder in folders {
      #expect(try await folder.status().tip == tip, "\(folder.root)", sourceLocation: location)
      #expect(try await folder.shell(list).output == first.output, sourceLocation: location)
      try await folder.expectQuiet(location)
    }
    #expect(try await git("fsck", "--full", "--strict").status == 0, sourceLocation: location)
  }
}
