/// How a program ended.
struct Outcome: Sendable, CustomStringConvertible {
  /// Its exit status; below zero, the signal that ended it.
  let status: Int32
  /// Whether it was killed because it took too long.
  let wasStopped: Bool
  /// What it wrote to standard output.
  let bytes: [UInt8]
  /// What it wrote to standard error.
  let errors: String

  /// What it wrote to standard output, as text.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// Standard output without the white space around it.
  var word: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  var description: String {
    "status \(status)\(wasStopped ? " (took too long)" : "")\nout: \(output.prefix(2000))\nerr: \(errors.prefix(2000))"
  }
}
