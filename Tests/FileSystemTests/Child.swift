import Glibc

/// Another program.
final class Child {
  private let id: pid_t
  private var ended: Int32?

  init(_ arguments: [String]) throws {
    var id = pid_t()
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    guard posix_spawn(&id, arguments[0], nil, nil, &pointers, environ) == 0 else { throw TreeUnderTest.Unprepared() }
    self.id = id
  }

  /// Whether it still runs.
  var isRunning: Bool {
    guard ended == nil else { return false }
    var status: Int32 = 0
    if waitpid(id, &status, WNOHANG) == id { ended = status }
    return ended == nil
  }

  /// Waits for its end and tells how that was; 0 for success.
  var status: Int32 {
    if let ended { return ended }
    var status: Int32 = 0
    waitpid(id, &status, 0)
    ended = status
    return status
  }
}
