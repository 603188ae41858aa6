internal import Glibc

/// The reason why a socket could not be used.
package enum SocketError: Error, Hashable, Sendable {
  /// No folder for sockets could be created; with the reason for each that was tried.
  case runtimeDirectory(String)
  /// No process listens: there is no socket, or its process has ended.
  case nobodyListens(path: String)
  /// A system call failed.
  case system(call: String, path: String, code: Int32)
}

extension SocketError: CustomStringConvertible {
  /// The error and the next step.
  package var description: String {
    switch self {
    case .runtimeDirectory(let reasons):
      "No folder for sockets can be used (\(reasons)). Set XDG_RUNTIME_DIR to a folder that is yours alone."
    case .nobodyListens(let path):
      "No daemon listens at \(path). `stet start` starts one."
    case .system(let call, let path, let code):
      "\(call) failed for \(path): \(ErrorNumber(code).text)."
    }
  }
}

/// An error number of `errno` with its text.
package struct ErrorNumber: Hashable, Sendable {
  /// The number.
  package let code: Int32

  /// Wraps a number.
  package init(_ code: Int32) {
    self.code = code
  }

  /// The system's text for the number.
  package var text: String { String(cString: strerror(code)) }
}
