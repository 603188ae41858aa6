/// Starts programs on a server and exchanges bytes with them: ssh, run by whoever may start programs.
package protocol ServerProgram: Sendable {
  /// The server's name, for messages.
  var host: String { get }

  /// Runs a command line of the server's login shell until the body and the program ended.
  ///
  /// Cancelling the task ends it; so does silence of both sides beyond the deadline.
  ///
  /// - Returns: what the body returned, and how the program ended.
  func run<Value: Sendable>(
    _ command: String, _ body: @escaping @Sendable (any ServerStream) async -> Value
  ) async -> Result<(value: Value, end: ServerProgramEnd), TransferFault>
}

/// The standard input and output of a program on a server. One task uses it.
package protocol ServerStream: AnyObject {
  /// Returns the next bytes that the program wrote; nil at the end.
  func read() async -> [UInt8]?
  /// Writes bytes for the program.
  ///
  /// - Returns: false where nobody reads them any more.
  func write(_ bytes: [UInt8]) async -> Bool
  /// Ends the program's input.
  func finish() async
}

/// How a program on a server ended.
package struct ServerProgramEnd: Hashable, Sendable {
  /// Its exit status; 255 is ssh's own failure.
  package var status: Int32
  /// The last of what was written to standard error.
  package var errors: String

  /// Makes a description.
  package init(status: Int32, errors: String) {
    self.status = status
    self.errors = errors
  }

  /// The errors in one line for people.
  var line: String {
    let text = errors.split { $0 == "\n" || $0 == "\r" }.suffix(3).joined(separator: " ")
    return text.isEmpty ? "status \(status)" : String(text.suffix(300))
  }
}
