/// How a child ended.
package struct ChildResult: Hashable, Sendable {
  /// Its exit status; 128 + signal where one ended it.
  package var status: Int32
  /// What it wrote to standard output, at most 1 MiB.
  package var output: String
  /// The last 64 KiB of what it wrote to standard error.
  package var errors: String

  /// Makes a result.
  package init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}
