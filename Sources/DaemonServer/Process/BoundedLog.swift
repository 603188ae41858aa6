internal import Glibc
internal import Synchronization

/// The daemon's log file, which never exceeds twice its bound: a full file is renamed to `log.1`.
package final class BoundedLog: Sendable {
  private struct State {
    var descriptor: Int32
    var size: Int
  }

  private let path: String
  private let bound: Int
  private let takesStandardError: Bool
  private let state: Mutex<State>

  /// Opens the file for appending; with `takesStandardError` it also receives the process's output on a crash.
  ///
  /// A file that cannot be opened is not an error: nothing is logged then.
  package init(path: String, bound: Int = 1 << 20, takesStandardError: Bool = false) {
    self.path = path
    self.bound = bound
    self.takesStandardError = takesStandardError
    state = Mutex(Self.open(path, takesStandardError))
  }

  deinit {
    state.withLock { state in if state.descriptor >= 0 { close(state.descriptor) } }
  }

  /// Appends one line.
  package func append(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    state.withLock { state in
      if state.size + bytes.count > bound && state.size > 0 {
        if state.descriptor >= 0 { close(state.descriptor) }
        rename(path, path + ".1")
        state = Self.open(path, takesStandardError)
      }
      guard state.descriptor >= 0 else { return }
      let count = Glibc.write(state.descriptor, bytes, bytes.count)
      if count > 0 { state.size += count }
    }
  }

  private static func open(_ path: String, _ takesStandardError: Bool) -> State {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return State(descriptor: -1, size: 0) }
    if takesStandardError { dup2(descriptor, STDERR_FILENO) }
    var status = stat()
    fstat(descriptor, &status)
    return State(descriptor: descriptor, size: Int(status.st_size))
  }
}
