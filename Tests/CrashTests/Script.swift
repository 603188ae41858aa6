import Glibc

/// A script beside these tests, run to its end with the programs it needs.
struct Script {
  /// What became of it.
  let status: Int32
  /// What it printed, errors too.
  let output: String

  /// The output, with the mark of a test's message before each line: `scripts/test` prints no others.
  var report: String { output.split(separator: "\n").joined(separator: "\n↳ ") }

  /// The script could not be run.
  struct NotRun: Error { let reason: String }

  /// Runs `Scripts/<name>.bash`.
  ///
  /// The program is `STET_BINARY`, else the one beside the tests; so is the stepper.
  init(_ name: String, _ arguments: [String], file: String = #filePath) throws {
    let folder = file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    setenv("STET_BINARY", Self.program("stet", variable: "STET_BINARY"), 1)
    setenv("STEPPER", Self.program("SystemCallStepper", variable: "STEPPER"), 1)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw NotRun(reason: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor) }
    var process = pid_t()
    var words = (["bash", "\(folder)/Scripts/\(name).bash"] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    // A test's thread may block signals, and what it starts would inherit that: scripts end their children by SIGTERM.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let failure = posix_spawnp(&process, "bash", &actions, &attributes, &words, environ)
    close(ends[1])
    guard failure == 0 else { throw NotRun(reason: String(cString: strerror(failure))) }

    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      text.append(contentsOf: buffer[..<count])
    }
    var ended: Int32 = 0
    waitpid(process, &ended, 0)
    status = ended
    output = String(decoding: text, as: UTF8.self)
    print(output, terminator: "")
  }

  private static func program(_ name: String, variable: String) -> String {
    if let path = getenv(variable) { return String(cString: path) }
    var folders: [[Substring]] = []
    for start in [getenv("STET_BINARY").map { String(cString: $0) }, CommandLine.arguments.first] {
      var parts = (start ?? "").split(separator: "/")
      while parts.popLast() != nil { folders.append(parts) }
    }
    let candidates = folders.map { "/" + ($0 + [Substring(name)]).joined(separator: "/") }
    return candidates.first { access($0, X_OK) == 0 && !isFolder($0) } ?? name
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
