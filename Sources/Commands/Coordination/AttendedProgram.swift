internal import Glibc
internal import Threads

/// Runs a program on this program's own input and output and waits for its end.
enum AttendedProgram {
  /// Runs `words`, the first of which is searched in `PATH`.
  ///
  /// The program handles Ctrl-C itself, as in a shell; this process continues so that it can release its claims.
  ///
  /// - Returns: its exit code, or 128 and the signal if one ended it; nil if it cannot be started.
  static func run(_ words: [String], environment: [String: String]) async -> Int32? {
    await onThread("stet.attended") { runOnThread(words, environment: environment) }
  }

  private static func runOnThread(_ words: [String], environment: [String: String]) -> Int32? {
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // This thread's signals are blocked, as those of all threads of Dispatch; the program's must not be.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var pid: pid_t = 0
    guard posix_spawnp(&pid, words[0], nil, &attributes, arguments, variables) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
  }
}
