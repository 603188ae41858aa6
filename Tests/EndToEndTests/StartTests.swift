import TestSupport
import Testing

/// The start of a daemon while the comparison of the files takes long.
@Suite struct DaemonStartTests {
  /// Takes a write lease on a file, reports that by a second file, and releases it when somebody writes to a third one:
  /// until then nobody can open the first.
  ///
  /// A fourth file reports that somebody tries to open the first.
  private static let holder = """
    from fcntl import F_SETLEASE, F_WRLCK, fcntl
    from os import O_RDWR, open as descriptor
    from signal import SIGIO, signal
    from sys import argv
    signal(SIGIO, lambda number, frame: open(argv[4], "w").close())
    file = descriptor(argv[1], O_RDWR)
    fcntl(file, F_SETLEASE, F_WRLCK)
    open(argv[2], "w").close()
    open(argv[3]).read()
    """

  @Test func `status answers while the files are checked and claims nothing; a write waits for the check`() async throws
  {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try workspace.save("b.md", "one\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      try workspace.save("a.md", "of the meantime\n")
      // The stored state of the files cannot be read: the comparison does not begin.
      let (holder, release, _) = try await hold(".git/stet/cache", in: workspace)
      let start = try await workspace.machine.run([Machine.binary, "-C", workspace.root, "start"], in: "/")
      try start.mustSucceed()
      #expect(start.output.contains("checking"), "\(start)")
      let status = try await workspace.status()
      #expect(status.state == "checking" && status.checking != nil && status.remote == nil)
      let text = try await workspace.stet("status").mustSucceed()
      #expect(text.output.contains("for changes since the last stop") && !text.output.contains("Remote"), "\(text)")
      #expect(try await workspace.stet("read", "b.md").mustSucceed().output == "one\n")
      async let writing = workspace.agent("append", "a.md", input: "by an agent\n")
      #expect(try await workspace.status().state == "checking")
      try await workspace.shell("echo > \(release)")
      try await holder.end(within: .seconds(60)).mustSucceed()
      try await writing.mustSucceed()
      try await workspace.stet("start").mustSucceed()
      #expect(try await workspace.status().checking == nil)
      // The person's text is recorded under the person's name before the agent's line.
      let log = try await workspace.git("log", "--reverse", "--format=%an", "-n", "2", "refs/stet/tip", "--", "a.md")
      #expect(log.lines.count == 2 && log.lines[0] == "Ann" && log.lines[1] != "Ann", "\(log)")
      #expect(workspace.text("a.md") == "of the meantime\nby an agent\n")
    }
  }

  @Test func `a branch that git switches to while the files are checked is not recorded as saves`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.shell("mkdir folder && echo '*.tmp' > folder/.gitignore")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      try await workspace.git("switch", "-q", "-c", "side")
      try workspace.save("a.md", "of the side\n")
      try await workspace.git("commit", "-q", "-a", "-m", "on the side")
      try await workspace.git("switch", "-q", "main")
      let tip = try await workspace.git("rev-parse", "refs/stet/tip").output
      // The check asks for the rules of the folder, which cannot be opened.
      try workspace.save("folder/new.md", "new\n")
      let (holder, release, asked) = try await hold("folder/.gitignore", in: workspace)
      async let starting = workspace.stet("start", "--wait")
      try await until { String(file: asked) != nil }
      // As by `git switch`, which would wait for the rules, too.
      try workspace.save("a.md", "of the side\n")
      try await workspace.git("read-tree", "side")
      try await workspace.git("symbolic-ref", "HEAD", "refs/heads/side")
      try await workspace.shell("echo > \(release)")
      try await holder.end(within: .seconds(60)).mustSucceed()
      _ = try await starting
      let status = try await workspace.status()
      #expect(status.state == "paused" && status.reason?.contains("side") == true, "\(status)")
      #expect(try await workspace.git("rev-parse", "refs/stet/tip").output == tip)
    }
  }

  /// Holds a file so that nobody can open it.
  ///
  /// - Returns: the program that holds it, the file whose writing releases it, and the file that exists when somebody
  ///   has tried to open it.
  private func hold(
    _ path: String, in workspace: TestWorkspace
  ) async throws -> (holder: Program, release: String, asked: String) {
    let place = workspace.machine.place
    let (held, release, asked) = (place + "/held", place + "/release", place + "/asked")
    try await workspace.shell("mkfifo \(release)")
    let holder = try workspace.machine.start(
      ["python3", "-c", Self.holder, path, held, release, asked], in: workspace.root)
    try await until { String(file: held) != nil }
    return (holder, release, asked)
  }
}
