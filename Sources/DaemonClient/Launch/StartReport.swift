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
