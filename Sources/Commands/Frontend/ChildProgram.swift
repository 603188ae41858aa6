internal import Glibc

/// Runs a short program to its end and reads its output. Blocks its thread.
enum ChildProgram {
  /// The result of the program.
  struct Result: Hashable, Sendable {
    /// Its exit code; nil if a signal ended it or it could not be started.
    var code: Int32?
    /// Its standard output, with standard error if requested.
    var output: [UInt8]
  }

  /// Runs `words`, the first of which is searched in `PATH`; standard error joins the output with `takesErrors`, and is
  /// discarded otherwise.
  ///
  /// - Parameter limit: the time after which it is killed; nil for no limit.
  static func run(
    _ words: [String], environment: [String: String], takesErrors: Bool = false, limit: Duration? = nil
  ) -> Result {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return Result(code: nil, output: []) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if takesErrors {
      posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var pid: pid_t = 0
    let started = posix_spawnp(&pid, words[0], &actions, nil, arguments, variables)
    close(ends[1])
    guard started == 0 else { return Result(code: nil, output: []) }
    let output = StandardInput.readAll(ends[0], until: limit.map { .now + $0 })
    if output == nil { kill(pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return Result(code: status & 0x7f == 0 ? status >> 8 & 0xff : nil, output: output ?? [])
  }
}
