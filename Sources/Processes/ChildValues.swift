package import Subprocess

extension TerminationStatus {
  /// The exit status as a shell gives it: 128 + signal if a signal ended the child.
  package var shellStatus: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}

extension Environment {
  /// Returns an environment of these variables alone.
  package static func only(_ variables: [String: String]) -> Environment {
    var values: [Environment.Key: String] = [:]
    for (name, value) in variables {
      if let key = Environment.Key(rawValue: name) { values[key] = value }
    }
    return .custom(values)
  }
}

extension StandardInputWriter {
  /// Writes a child's whole input and closes it.
  ///
  /// A child that reads nothing is no failure: its status and its output give the reason. The process library's own way
  /// to write a text ends the whole program in that case.
  package func writeAll(_ text: String) async {
    _ = try? await write(text)
    try? await finish()
  }
}
