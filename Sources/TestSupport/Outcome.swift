/// The result of a program that ended.
package struct Outcome: Sendable, CustomStringConvertible {
  /// The exit status; a negative number is the signal that ended the program.
  package let status: Int32
  /// Whether the program was killed after its timeout.
  package let wasStopped: Bool
  /// The standard output.
  package let bytes: [UInt8]
  /// The standard error.
  package let errors: String

  package init(status: Int32, wasStopped: Bool, bytes: [UInt8], errors: String) {
    self.status = status
    self.wasStopped = wasStopped
    self.bytes = bytes
    self.errors = errors
  }

  /// The error for a program that failed unexpectedly.
  package struct Failed: Error, CustomStringConvertible {
    /// The result of the program.
    package let outcome: Outcome
    /// Status, output and errors.
    package var description: String { outcome.description }
  }

  /// The standard output as text.
  package var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The standard output with each run of whitespace as one blank, without leading and trailing whitespace.
  package var word: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The lines of the standard output.
  package var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Returns the result itself.
  ///
  /// - Throws: ``Failed`` if the status is not 0.
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
