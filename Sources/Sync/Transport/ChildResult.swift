/// The result of a child that ended.
package struct ChildResult: Hashable, Sendable {
  /// Its exit status; 128 + signal if a signal ended it.
  package var status: Int32
  /// Its standard output, at most 1 MiB.
  package var output: String
  /// The last 64 KiB of its standard error.
  package var errors: String

  /// Makes a result.
  package init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}
