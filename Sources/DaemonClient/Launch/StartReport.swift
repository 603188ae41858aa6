internal import Glibc
package import WorkspaceAPI

/// The report of a starting daemon to the process that started it, as one line of JSON on a pipe.
package enum StartReport: Hashable, Sendable {
  /// The daemon serves the workspace.
  case serves
  /// Another daemon serves the workspace; this one exits.
  case anotherServes
  /// The daemon could not start.
  case failed(VerbError)

  private struct Form: Codable {
    var serves: Bool
    var error: VerbError?
  }

  /// The line, with its newline.
  package var line: [UInt8] {
    let form =
      switch self {
      case .serves: Form(serves: true)
      case .anotherServes: Form(serves: false)
      case .failed(let error): Form(serves: false, error: error)
      }
    return ((try? RPCCodec.line(form)) ?? []) + [UInt8(ascii: "\n")]
  }

  /// Reads the line; nil for anything else, such as the empty output of a daemon that crashed.
  package init?(line: [UInt8]) {
    guard let form = try? RPCCodec.message(Form.self, from: line) else { return nil }
    self = form.error.map { .failed($0) } ?? (form.serves ? .serves : .anotherServes)
  }

  /// Writes the line and closes the pipe; without a reader it does nothing.
  package func send(to descriptor: Int32?) {
    guard let descriptor else { return }
    let line = line
    _ = Glibc.write(descriptor, line, line.count)
    Glibc.close(descriptor)
  }
}

/// `.git/stet/stopped`: the mark that a person stopped the daemon.
///
/// While it exists, no command that only reads starts the daemon. Each starting daemon deletes it; a daemon that ends
/// for another reason, such as a restart of the machine, leaves none.
package enum StopMark {
  private static func file(_ root: String) -> String { root + "/.git/stet/stopped" }

  /// Returns whether a person stopped the daemon of the workspace at `root` and none was started since.
  package static func exists(root: String) -> Bool { access(file(root), F_OK) == 0 }

  /// Writes the mark; without it a command that only reads starts the daemon, as before the stop.
  package static func write(root: String) {
    let descriptor = open(file(root), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Deletes the mark.
  package static func remove(root: String) { unlink(file(root)) }
}
