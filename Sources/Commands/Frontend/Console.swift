internal import FoundationEssentials
internal import Glibc

/// Standard output and error of a command.
package struct Console: Sendable {
  /// One of the two streams.
  package enum Stream: Hashable, Sendable {
    /// Standard output, standard error.
    case output, error
  }

  /// The style of text on standard output.
  package var style: TextStyle
  /// The style of text on standard error.
  package var errorStyle: TextStyle
  /// Whether JSON is indented for reading.
  package var indentsJSON: Bool
  /// Whether a line on standard error may be redrawn: it is a terminal.
  package var showsProgress = false
  /// Whether a person can be asked: input and error output are terminals.
  package var asksPerson = false
  /// The streams that are terminals: control characters on them are made visible.
  package var terminals: Set<Stream> = []
  /// The reader of standard output.
  package let reader: OutputReader
  private let write: @Sendable (Stream, [UInt8]) -> Void

  /// Creates a console that passes all its output to `write`.
  package init(
    style: TextStyle, reader: OutputReader = OutputReader(), write: @escaping @Sendable (Stream, [UInt8]) -> Void
  ) {
    self.style = style
    self.reader = reader
    errorStyle = style
    indentsJSON = false
    self.write = write
  }

  /// Returns the console of this process.
  package static func standard(environment: [String: String]) -> Console {
    let now = Int64(time(nil))
    let allowsColour = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    let style = TextStyle(usesColour: allowsColour && isatty(STDOUT_FILENO) == 1, now: now)
    let reader = OutputReader()
    var console = Console(style: style, reader: reader) {
      Self.writeAll($1, to: $0 == .output ? STDOUT_FILENO : STDERR_FILENO, reader)
    }
    console.errorStyle = TextStyle(usesColour: allowsColour && isatty(STDERR_FILENO) == 1, now: now)
    console.showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    console.asksPerson = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    console.indentsJSON = isatty(STDOUT_FILENO) == 1
    if isatty(STDOUT_FILENO) == 1 { console.terminals.insert(.output) }
    if isatty(STDERR_FILENO) == 1 { console.terminals.insert(.error) }
    return console
  }

  /// Prints the content of a file: unchanged, but on a terminal with control characters written out.
  package func print(_ bytes: [UInt8]) {
    guard terminals.contains(.output) else { return write(.output, bytes) }
    write(.output, Array(TerminalText.content(String(decoding: bytes, as: UTF8.self)).utf8))
  }

  /// Prints text; the caller ends its lines.
  package func print(_ text: String) {
    print(text, on: .output)
  }

  /// Prints text on standard error.
  package func printError(_ text: String) {
    print(text, on: .error)
  }

  /// Redraws a line of standard error if `showsProgress` is set.
  package func draw(_ line: String) {
    if showsProgress { write(.error, Array("\r\u{1B}[K\(line)".utf8)) }
  }

  private func print(_ text: String, on stream: Stream) {
    if !text.isEmpty { write(stream, Array((terminals.contains(stream) ? TerminalText.lines(text) : text).utf8)) }
  }

  /// Asks a person a question and returns whether the answer is `y`; nil if there is no terminal.
  package func agrees(_ question: String) -> Bool? {
    guard asksPerson else { return nil }
    printError(question + " [y/N] ")
    let answer = readLine() ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Asks a person for a line; nil if there is no terminal.
  package func answer(_ question: String) -> String? {
    guard asksPerson else { return nil }
    printError(question + ": ")
    return readLine() ?? ""
  }

  /// Prints one JSON document and a newline; `compact` always keeps it on one line.
  package func print(json value: some Encodable, compact: Bool = false) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if indentsJSON && !compact { encoder.outputFormatting.insert(.prettyPrinted) }
    guard let data = try? encoder.encode(value) else { return }
    write(.output, TerminalText.json([UInt8](data)) + [UInt8(ascii: "\n")])
  }

  /// Prints the next elements of a list that is printed in pieces, on one line; `isFirst` and `isLast` open and close
  /// it.
  ///
  /// - Parameter list: a JSON list.
  package func print(piece list: [UInt8], isFirst: Bool, isLast: Bool) {
    // Each piece without its brackets.
    let elements = list.dropFirst().dropLast()
    var bytes: [UInt8] = isFirst ? [UInt8(ascii: "[")] : elements.isEmpty ? [] : [UInt8(ascii: ",")]
    bytes += elements
    if isLast { bytes += Array("]\n".utf8) }
    write(.output, TerminalText.json(bytes))
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ reader: OutputReader) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
          if errno == EPIPE, descriptor == STDOUT_FILENO, !reader.leave() { endAsUnread() }
          return
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Ends the program as the shell expects it if the reader has left (`stet log | head`).
  private static func endAsUnread() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
