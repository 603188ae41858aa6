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

/// The output of a program on a server, read as lines and as bytes.
package struct ServerLines {
  /// The longest line of a protocol; a longer one is other output.
  private static let longest = 65_536

  /// The program's input and output.
  let stream: any ServerStream
  private var rest: [UInt8] = []
  private var start = 0

  init(_ stream: any ServerStream) { self.stream = stream }

  /// Returns the next line without its newline; nil at the end of the output.
  mutating func line() async -> String? {
    var looked = start
    while true {
      if let end = rest[looked...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return String(decoding: rest[start..<end], as: UTF8.self)
      }
      looked = rest.count
      guard rest.count - start < Self.longest, let more = await stream.read() else { return nil }
      rest += more
    }
  }

  /// Returns the next available bytes; nil at the end of the output.
  mutating func bytes() async -> [UInt8]? {
    guard start < rest.count else {
      (rest, start) = ([], 0)
      return await stream.read()
    }
    defer { (rest, start) = ([], 0) }
    return Array(rest[start...])
  }

  /// Returns exactly so many bytes; nil if the output ends before that.
  mutating func bytes(_ count: Int) async -> [UInt8]? {
    while rest.count - start < count {
      guard let more = await stream.read() else { return nil }
      if start > 0 {
        rest.removeSubrange(..<start)
        start = 0
      }
      rest += more
    }
    defer { start += count }
    return Array(rest[start..<start + count])
  }
}
