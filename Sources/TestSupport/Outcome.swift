/// How a program ended.
package struct Outcome: Sendable, CustomStringConvertible {
  /// Its exit status; below zero, the signal that ended it.
  package let status: Int32
  /// Whether it was killed because it took too long.
  package let wasStopped: Bool
  /// Its standard output.
  package let bytes: [UInt8]
  /// Its standard error.
  package let errors: String

  /// Makes an end.
  package init(status: Int32, wasStopped: Bool, bytes: [UInt8], errors: String) {
    self.status = status
    self.wasStopped = wasStopped
    self.bytes = bytes
    self.errors = errors
  }

  /// A program failed that must not.
  package struct Failed: Error, CustomStringConvertible {
    /// Its end.
    package let outcome: Outcome
    /// Status, output and errors.
    package var description: String { outcome.description }
  }

  /// Its standard output, as text.
  package var output: String { String(decoding: bytes, as: UTF8.self) }

  /// Standard output without the white space around it.
  package var word: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The lines of standard output.
  package var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Returns itself.
  ///
  /// - Throws: ``Failed`` where the status is not 0.
  @discardableResult
  package func mustSucceed() throws -> Outcome {
    guard status == 0 else { throw Failed(outcome: self) }
    return self
  }

  /// Status, output and errors.
  package var description: String {
    "status \(status)\(wasStopped ? " (took too long)" : "")\nout: \(output.prefix(2000))\nerr: \(errors.prefix(2000))"
  }
}
