/// Why a socket could not be used.
package enum SocketError: Error, Hashable, Sendable {
  /// No folder for sockets could be made; with the reason of each that was tried.
  case runtimeDirectory(String)
  /// Nothing listens there: no socket, or one whose process has gone.
  case nobodyListens(path: String)
  /// A call of the system failed.
  case system(call: String, path: String, code: Int32)
}

extension SocketError: CustomStringConvertible {
  /// What happened and what helps.
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
