/// Runs programs on a server by ssh, supplied by the layer that may start programs.
package protocol ServerProgram: Sendable {
  /// The server's name, for messages.
  var host: String { get }

  /// Runs a command line in the server's login shell until the body and the program have ended.
  ///
  /// Cancelling the task ends it; so does silence of both sides beyond the timeout.
  ///
  /// - Returns: the body's result and the program's end.
  func run<Value: Sendable>(
    _ command: String, _ body: @escaping @Sendable (any ServerStream) async -> Value
  ) async -> Result<(value: Value, end: ServerProgramEnd), TransferFault>
}

/// The standard input and output of a program on a server, for one task.
package protocol ServerStream: AnyObject {
  /// Returns the next bytes of the program's output; nil at the end.
  func read() async -> [UInt8]?
  /// Writes bytes to the program's input.
  ///
  /// - Returns: false if nobody reads them any more.
  func write(_ bytes: [UInt8]) async -> Bool
  /// Closes the program's input.
  func finish() async
}

/// The end of a program on a server.
package struct ServerProgramEnd: Hashable, Sendable {
  /// The exit status; 255 is ssh's own failure.
  package var status: Int32
  /// The last lines of standard error.
  package var errors: String

  /// Creates a description.
  package init(status: Int32, errors: String) {
    self.status = status
    self.errors = errors
  }

  /// The last errors in one line for people.
  var line: String {
    let text = errors.split { $0 == "\n" || $0 == "\r" }.suffix(3).joined(separator: " ")
    return text.isEmpty ? "status \(status)" : String(text.suffix(300))
  }
}
